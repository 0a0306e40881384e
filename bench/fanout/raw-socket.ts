import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

const OPCODE_TEXT = 0x1;
const OPCODE_CLOSE = 0x8;
const OPCODE_PING = 0x9;
const OPCODE_PONG = 0xa;

// All sockets share one buffer, because data is counted immediately and not kept.
const BUFFER = Buffer.allocUnsafe(64 * 1024);

/**
 * A WebSocket that counts messages without parsing them, so that ten thousand clients leave the cores to the measured
 * servers.
 */
export class RawSocket {
  readonly #socket: Socket;
  readonly #onMessage: () => void;
  #isUpgraded = false;
  /** First part of a frame header that was split across reads. */
  #head = Buffer.alloc(0);
  /** Remaining bytes of the skipped message. */
  #left = 0;
  #failed: (error: Error) => void = () => undefined;
  #upgraded: () => void = () => undefined;

  private constructor(url: URL, onMessage: () => void) {
    this.#onMessage = onMessage;
    this.#socket = connect({
      host: url.hostname,
      port: Number(url.port),
      noDelay: true,
      onread: {
        buffer: BUFFER,
        callback: (length, buffer) => {
          this.#read(buffer as Buffer, length);
          return true;
        },
      },
    });
    this.#socket.on('error', (error) => {
      this.#failed(error);
    });
    this.#socket.on('close', () => {
      this.#failed(new Error('A socket was closed.'));
    });
  }

  /** @param onMessage called for each message, whatever its content */
  static async open(url: string, onMessage: () => void): Promise<RawSocket> {
    const { host } = new URL(url);
    const socket = new RawSocket(new URL(url), onMessage);
    await new Promise<void>((resolve, reject) => {
      socket.#upgraded = resolve;
      socket.#failed = reject;
      const key = randomBytes(16).toString('base64');
      socket.#socket.write(
        `GET /graphql HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n`,
      );
    });
    return socket;
  }

  onFailure(listener: (error: Error) => void): void {
    this.#failed = listener;
  }

  send(message: unknown): void {
    this.#write(OPCODE_TEXT, Buffer.from(JSON.stringify(message)));
  }

  close(): void {
    this.#failed = () => undefined;
    this.#socket.destroy();
  }

  #write(opcode: number, payload: Buffer): void {
    const isLong = payload.length > 125;
    const head = Buffer.alloc(isLong ? 8 : 6);
    head[0] = 0x80 | opcode;
    head[1] = 0x80 | (isLong ? 126 : payload.length);
    if (isLong) head.writeUInt16BE(payload.length, 2);
    // The mask is four zeros, which leaves the payload unchanged.
    this.#socket.write(Buffer.concat([head, payload]));
  }

  #read(buffer: Buffer, length: number): void {
    let at = 0;
    if (!this.#isUpgraded) {
      const end = buffer.indexOf('\r\n\r\n');
      const status = buffer.toString('latin1', 0, Math.min(length, 12));
      if (end < 0 || end >= length || status !== 'HTTP/1.1 101') {
        this.#failed(new Error(`An upgrade was answered ${status}.`));
        return;
      }
      this.#isUpgraded = true;
      this.#upgraded();
      at = end + 4;
    }
    while (at < length) {
      const passed = Math.min(this.#left, length - at);
      this.#left -= passed;
      at += passed;
      if (at < length) at = this.#readHead(buffer, at, length);
    }
  }

  /** @returns the offset where the payload begins, or where the buffer ends */
  #readHead(buffer: Buffer, at: number, length: number): number {
    const before = this.#head.length;
    const head = before > 0 ? Buffer.concat([this.#head, buffer.subarray(at, length)]) : buffer.subarray(at, length);
    const size = head.length < 2 ? 2 : (head[1] ?? 0) < 126 ? 2 : 4;
    if (head.length < size) {
      this.#head = Buffer.from(head);
      return length;
    }
    this.#head = Buffer.alloc(0);
    this.#left = size === 2 ? (head[1] ?? 0) : head.readUInt16BE(2);
    const opcode = (head[0] ?? 0) & 0x0f;
    if (opcode === OPCODE_TEXT) this.#onMessage();
    // Servers send pings without payload.
    else if (opcode === OPCODE_PING) this.#write(OPCODE_PONG, Buffer.alloc(0));
    else if (opcode === OPCODE_CLOSE) this.#failed(new Error('A socket was closed by its server.'));
    return at + size - before;
  }
}
