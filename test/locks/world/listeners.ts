import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer, type ListenOptions, type Server, type Socket } from 'node:net';

/** Servers on every kind of socket, which count the connections that commands make. */
export class Listeners implements AsyncDisposable {
  #servers: { readonly name: string; readonly server: Server; readonly path?: string }[] = [];
  readonly #udp: UdpSocket = createSocket('udp4');
  readonly #connections = new Set<string>();
  readonly #sockets = new Set<Socket>();
  /** Numbers of ports, and the name of the abstract socket without its NUL. */
  tcpPort = 0;
  udpPort = 0;
  readonly abstractName: string;
  readonly #unixPaths: readonly string[];

  constructor(unixPaths: readonly string[], abstractName: string) {
    this.#unixPaths = unixPaths;
    this.abstractName = abstractName;
  }

  async start(): Promise<void> {
    const tcp = await this.#listen('tcp', { port: 0, host: '127.0.0.1' });
    this.tcpPort = (tcp.address() as AddressInfo).port;
    await this.#listen('abstract', { path: `\0${this.abstractName}` });
    for (const path of this.#unixPaths) await this.#listen('unix', { path });
    this.#udp.on('message', () => {
      this.#connections.add('udp');
    });
    this.#udp.bind(0, '127.0.0.1');
    await once(this.#udp, 'listening');
    this.udpPort = this.#udp.address().port;
  }

  /** The kinds of sockets that were reached since the last call. */
  async takeConnections(): Promise<readonly string[]> {
    // What has arrived in the kernel is read in the next turns of the loop.
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    const reached = [...this.#connections];
    this.#connections.clear();
    return reached;
  }

  /** Listens anew where a command has removed a socket. */
  async repair(): Promise<void> {
    for (const { path, server } of this.#servers.filter(
      (one) => one.path !== undefined && !existsSync(one.path),
    )) {
      this.#servers = this.#servers.filter((one) => one.path !== path);
      await this.#close(server);
      if (path !== undefined) await this.#listen('unix', { path });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#udp.close();
    for (const { server } of this.#servers) await this.#close(server);
  }

  async #close(server: Server): Promise<void> {
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #listen(name: string, options: ListenOptions): Promise<Server> {
    const server = createServer((socket) => {
      this.#connections.add(name);
      this.#sockets.add(socket);
      socket.on('error', () => undefined).once('close', () => this.#sockets.delete(socket));
      socket.resume();
      // A little answer, as a program of a command may wait for one.
      socket.end('HTTP/1.0 200 OK\r\n\r\nok\n');
    });
    server.listen(options);
    await once(server, 'listening');
    this.#servers.push({ name, server, ...(name === 'unix' ? { path: options.path ?? '' } : {}) });
    return server;
  }
}
