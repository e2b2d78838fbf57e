// Instructions and return values of classic BPF. Source: linux/bpf_common.h, linux/seccomp.h.
const LOAD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_AT_LEAST = 0x35;
const RETURN = 0x06;
const ALLOW = 0x7fff0000;
const FAIL = 0x00050000;
const EACCES = 13;
const ENOSYS = 38;

// Where `struct seccomp_data` has the number of the call, the architecture and the first argument (its low half).
const NUMBER_AT = 0;
const ARCHITECTURE_AT = 4;
const FIRST_ARGUMENT_AT = 16;

const AF_UNIX = 1;
const AF_VSOCK = 40;
// io_uring_setup, io_uring_enter, io_uring_register, the same on all architectures: its rings open sockets unseen.
const IO_URING = [425, 426, 427];
// Calls of the x32 ABI have this bit set; they would reach `socket` by another number.
const X32_BIT = 0x40000000;

interface Architecture {
  /** The AUDIT_ARCH of linux/audit.h. */
  readonly audit: number;
  readonly socket: number;
  /** add_key, request_key, keyctl. */
  readonly keyrings: readonly number[];
}

const ARCHITECTURES: Readonly<Partial<Record<NodeJS.Architecture, Architecture>>> = {
  x64: { audit: 0xc000003e, socket: 41, keyrings: [248, 249, 250] },
  arm64: { audit: 0xc00000b7, socket: 198, keyrings: [217, 218, 219] },
};

/**
 * A seccomp filter that refuses sockets of AF_UNIX and AF_VSOCK, and whatever would get around that: io_uring, the x32
 * ABI and 32-bit programs. A service that listens on such a socket could do for a command what the sandbox forbids.
 * `socketpair` stays: both of its ends belong to the command. Also refused are the keyrings of the kernel, which no
 * namespace divides. `undefined` on architectures for which the numbers of the calls are not known here: there, abstract
 * sockets are out of reach without the network, and others are not.
 * Shape: an array of `struct sock_filter`, as bubblewrap reads it from `--seccomp`.
 */
export function buildSocketFilter(architecture: NodeJS.Architecture = process.arch): Buffer | undefined {
  const known = ARCHITECTURES[architecture];
  if (known === undefined) return undefined;
  const { audit, socket, keyrings } = known;
  return Buffer.concat([
    instruction(LOAD, ARCHITECTURE_AT),
    instruction(JUMP_IF_EQUAL, audit, 1, 0),
    instruction(RETURN, FAIL | ENOSYS),
    instruction(LOAD, NUMBER_AT),
    instruction(JUMP_IF_AT_LEAST, X32_BIT, 0, 1),
    instruction(RETURN, FAIL | ENOSYS),
    ...[...IO_URING, ...keyrings].flatMap((call) => [
      instruction(JUMP_IF_EQUAL, call, 0, 1),
      instruction(RETURN, FAIL | ENOSYS),
    ]),
    instruction(JUMP_IF_EQUAL, socket, 1, 0),
    instruction(RETURN, ALLOW),
    instruction(LOAD, FIRST_ARGUMENT_AT),
    ...[AF_UNIX, AF_VSOCK].flatMap((family) => [
      instruction(JUMP_IF_EQUAL, family, 0, 1),
      instruction(RETURN, FAIL | EACCES),
    ]),
    instruction(RETURN, ALLOW),
  ]);
}

/** One instruction; a jump skips `ifTrue` or `ifFalse` instructions. */
function instruction(code: number, operand: number, ifTrue = 0, ifFalse = 0): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(ifTrue, 2);
  bytes.writeUInt8(ifFalse, 3);
  bytes.writeUInt32LE(operand >>> 0, 4);
  return bytes;
}
