import { BlockList, isIPv6 } from 'node:net';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeAddress } from '../../../../../src/actors/tools/web/address/judge-address.js';
import { judgeHost } from '../../../../../src/actors/tools/web/judge-host.js';
import { parseWebUrl } from '../../../../../src/actors/tools/web/parse-web-url.js';

const MACHINE = 'this machine itself';
const PRIVATE = 'in a private network';
const LINK = 'of the local link, where clouds keep the credentials of their machines';
const RESERVED = 'no address of a public server';
const PROVIDER = 'in the network of a provider';
const MANY = 'an address of many machines at once';
const PUBLIC = undefined;

/** What the host of an address, as a model may write it, turns out to be. `name`: nothing is known before a look-up. */
function judgeWritten(url: string): string | undefined {
  const parsed = parseWebUrl(url);
  if ('problem' in parsed) return 'refused';
  const { addresses, nonPublic, isPrivateName } = judgeHost(parsed.url, []);
  if (addresses === undefined) return isPrivateName ? 'private name' : 'name';
  return nonPublic[0]?.what;
}

describe('the host of an address', () => {
  const written: readonly [url: string, what: string | undefined][] = [
    ['http://127.0.0.1/', MACHINE],
    ['http://127.1/', MACHINE],
    ['http://127.255.255.254/', MACHINE],
    ['http://2130706433/', MACHINE],
    ['http://0x7f000001/', MACHINE],
    ['http://0x7f.0.0.1/', MACHINE],
    ['http://0x7F.1/', MACHINE],
    ['http://017700000001/', MACHINE],
    ['http://0177.0.0.1/', MACHINE],
    ['http://0177.0.0.01./', MACHINE],
    ['http://127.0.0.1./', MACHINE],
    ['http://①②⑦.⓪.⓪.①/', MACHINE],
    ['http://１２７.０.０.１/', MACHINE],
    ['http://127。0。0。1/', MACHINE],
    ['http://%31%32%37.0.0.1/', MACHINE],
    ['http://0/', MACHINE],
    ['http://0.0.0.0/', MACHINE],
    ['http://0.1.2.3/', MACHINE],
    ['http://localhost/', MACHINE],
    ['http://LOCALHOST:3000/', MACHINE],
    ['http://localhost./', MACHINE],
    ['http://a.localhost/', MACHINE],
    ['http://[::1]/', MACHINE],
    ['http://[0:0:0:0:0:0:0:1]/', MACHINE],
    ['http://[::]/', MACHINE],
    ['http://[::ffff:127.0.0.1]/', MACHINE],
    ['http://[::ffff:7f00:1]/', MACHINE],
    ['http://[0:0:0:0:0:ffff:7f00:0001]/', MACHINE],
    ['http://[64:ff9b::127.0.0.1]/', MACHINE],
    ['http://10.0.0.1/', PRIVATE],
    ['http://10.255.255.255/', PRIVATE],
    ['http://0xa.0.0.1/', PRIVATE],
    ['http://172.16.0.1/', PRIVATE],
    ['http://172.31.255.255/', PRIVATE],
    ['http://192.168.0.1:8080/', PRIVATE],
    ['http://192.168.65535/', PRIVATE],
    ['http://3232235777/', PRIVATE],
    ['http://[::ffff:10.0.0.1]/', PRIVATE],
    ['http://[::ffff:c0a8:101]/', PRIVATE],
    ['http://[64:ff9b::192.168.1.1]/', PRIVATE],
    ['http://[64:ff9b:1::1]/', PRIVATE],
    ['http://[fc00::1]/', PRIVATE],
    ['http://[fdff:ffff::1]/', PRIVATE],
    ['http://[fec0::1]/', PRIVATE],
    ['http://169.254.169.254/latest/meta-data/', LINK],
    ['http://2852039166/', LINK],
    ['http://0xA9FEA9FE/', LINK],
    ['http://[::ffff:169.254.169.254]/', LINK],
    ['http://[fe80::1]/', LINK],
    ['http://[febf::1]/', LINK],
    ['http://[fd00:ec2::254]/', LINK],
    ['http://168.63.129.16/', LINK],
    ['http://100.64.0.1/', PROVIDER],
    ['http://100.100.100.200/', PROVIDER],
    ['http://100.127.255.255/', PROVIDER],
    ['http://192.0.0.192/', RESERVED],
    ['http://192.0.2.1/', RESERVED],
    ['http://192.88.99.1/', RESERVED],
    ['http://198.18.0.1/', RESERVED],
    ['http://198.51.100.1/', RESERVED],
    ['http://203.0.113.1/', RESERVED],
    ['http://240.0.0.1/', RESERVED],
    ['http://255.255.255.255/', RESERVED],
    ['http://[::127.0.0.1]/', RESERVED],
    ['http://[2002:7f00:1::]/', RESERVED],
    ['http://[2002:0808:0808::1]/', RESERVED],
    ['http://[2001:0:53aa:64c::1]/', RESERVED],
    ['http://[2001:db8::1]/', RESERVED],
    ['http://[3fff::1]/', RESERVED],
    ['http://[100::1]/', RESERVED],
    ['http://[4000::1]/', RESERVED],
    ['http://[5f00::1]/', RESERVED],
    ['http://224.0.0.1/', MANY],
    ['http://[ff02::1]/', MANY],
    ['http://intranet/', 'private name'],
    ['http://wiki.local/', 'private name'],
    ['http://metadata.google.internal/', 'private name'],
    ['http://nas.lan/', 'private name'],
    ['http://router.home.arpa./', 'private name'],
    ['http://git.corp/', 'private name'],
    ['http://localhost.example.com/', 'name'],
    ['http://127.0.0.1.nip.io/', 'name'],
    ['http://example.com./', 'name'],
    ['http://münchen.example/', 'name'],
    ['https://8.8.8.8/', PUBLIC],
    ['https://1.1.1.1/', PUBLIC],
    ['https://100.63.255.255/', PUBLIC],
    ['https://100.128.0.0/', PUBLIC],
    ['https://172.15.255.255/', PUBLIC],
    ['https://172.32.0.0/', PUBLIC],
    ['https://192.169.0.1/', PUBLIC],
    ['https://198.20.0.1/', PUBLIC],
    ['https://223.255.255.255/', PUBLIC],
    ['https://[2606:4700:4700::1111]/', PUBLIC],
    ['https://[2001:4860:4860::8888]/', PUBLIC],
    ['https://[::ffff:8.8.8.8]/', PUBLIC],
    ['https://[64:ff9b::8.8.8.8]/', PUBLIC],
    ['http://256.0.0.1/', 'refused'],
    ['http://1.2.3.4.5/', 'refused'],
    ['http://[fe80::1%25eth0]/', 'refused'],
    ['http://[::1]:99999/', 'refused'],
    ['http://user@127.0.0.1/', 'refused'],
    ['http://example.com@127.0.0.1/', 'refused'],
    ['file:///etc/passwd', 'refused'],
    ['gopher://127.0.0.1/', 'refused'],
    ['unix:/var/run/docker.sock', 'refused'],
    ['http+unix://%2Fvar%2Frun%2Fdocker.sock/', 'refused'],
    ['javascript:alert(1)', 'refused'],
    ['data:text/html,hello', 'refused'],
    ['//example.com/', 'refused'],
    ['example.com', 'refused'],
    ['http://', 'refused'],
  ];
  test.each(written)('%s is judged', (url, what) => {
    expect(judgeWritten(url)).toBe(what);
  });
});

describe('an address of a resolver', () => {
  test.each([
    ['fe80::1%eth0', LINK],
    ['::FFFF:127.0.0.1', MACHINE],
    ['0127.0.0.1', 'no address that can be judged'],
    ['127.1', 'no address that can be judged'],
    ['', 'no address that can be judged'],
    ['1.2.3', 'no address that can be judged'],
    [':::1', 'no address that can be judged'],
    ['1::2::3', 'no address that can be judged'],
    ['12345::', 'no address that can be judged'],
    ['1:2:3:4:5:6:7', 'no address that can be judged'],
    ['1:2:3:4:5:6:7:8:9', 'no address that can be judged'],
    ['/var/run/docker.sock', 'no address that can be judged'],
  ])('%j is judged', (address, what) => {
    expect(judgeAddress(address)).toBe(what);
  });

  test('is of this machine or its networks where those have public addresses', () => {
    const own = [
      { address: '93.184.216.34', prefixBits: 24 },
      { address: '2a00:1450:4001:800::5', prefixBits: 64 },
    ];
    expect(
      [
        '93.184.216.34',
        '93.184.216.200',
        '93.184.217.1',
        '::ffff:93.184.216.34',
        '2a00:1450:4001:800::9',
        '2a00:1450:4001:801::5',
      ].map((address) => judgeAddress(address, own)),
    ).toEqual([
      MACHINE,
      'in a network of this machine',
      undefined,
      MACHINE,
      'in a network of this machine',
      undefined,
    ]);
  });
});

// The registries of IANA, in the words of Node, which judges by itself.
const special = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(network, prefix, 'ipv4');
const special6 = new BlockList();
for (const [network, prefix] of [
  ['::', 8],
  ['100::', 8],
  ['200::', 7],
  ['400::', 6],
  ['800::', 5],
  ['1000::', 4],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['4000::', 2],
  ['8000::', 1],
] as const)
  special6.addSubnet(network, prefix, 'ipv6');

describe('the judgement of an address', () => {
  test('is that of Node about every IPv4 address, however it is written', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), nearV4()), (address) => {
        const isSpecial = special.check(address, 'ipv4');
        for (const spelling of [
          address,
          `::ffff:${address}`,
          `64:ff9b::${address}`,
          `[::ffff:${toHex(address)}]`,
        ])
          expect([spelling, judgeAddress(spelling) !== undefined]).toEqual([spelling, isSpecial]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('is that of Node about every IPv6 address that is no IPv4 one', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV6(), nearV6()), (address) => {
        fc.pre(
          isIPv6(address) &&
            !/^(?:::ffff:|64:ff9b::)/i.test(new URL(`http://[${address}]`).hostname.slice(1)),
        );
        expect(judgeAddress(address) !== undefined).toBe(special6.check(address, 'ipv6'));
      }),
      { numRuns: 2_000 },
    );
  });
});

/** Addresses at the edges of the special networks. */
function nearV4(): fc.Arbitrary<string> {
  const firsts = [
    0, 9, 10, 11, 99, 100, 101, 126, 127, 128, 168, 169, 170, 172, 191, 192, 193, 197, 198, 199, 203, 204,
    223, 224, 239, 240, 255,
  ];
  const seconds = [0, 15, 16, 17, 18, 19, 20, 31, 32, 51, 63, 64, 88, 127, 128, 168, 169, 253, 254, 255];
  const thirds = [0, 1, 2, 3, 99, 100, 101, 113, 114, 129, 255];
  return fc
    .tuple(fc.constantFrom(...firsts), fc.constantFrom(...seconds), fc.constantFrom(...thirds), fc.nat(255))
    .map((bytes) => bytes.join('.'));
}

function nearV6(): fc.Arbitrary<string> {
  const firsts = [
    '0',
    '64',
    '100',
    '1fff',
    '2000',
    '2001',
    '2002',
    '2003',
    '3ffe',
    '3fff',
    '4000',
    '5f00',
    'fbff',
    'fc00',
    'fdff',
    'fe7f',
    'fe80',
    'febf',
    'fec0',
    'ff00',
    'ff02',
  ];
  const seconds = ['0', '1', '1ff', '200', 'db7', 'db8', 'db9', 'fff', '1000', 'ff9b', 'ffff'];
  return fc
    .tuple(fc.constantFrom(...firsts), fc.constantFrom(...seconds), fc.constantFrom('0', '1', 'ffff'))
    .map(([first, second, third]) => `${first}:${second}:${third}::5`);
}

function toHex(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}
