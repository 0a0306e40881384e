import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { WebSocket as ProtocolSocket } from 'graphql-ws';
import { CloseCode } from 'graphql-ws';
import type { RawData, WebSocket } from 'ws';
import { isJsonTooDeep } from '../../../common/text/json-depth.js';
import { MessageBudget } from './frames/message-budget.js';
import type { SubscriptionsOptions } from './subscriptions-options.js';
import { textFrame } from './frames/text-frame.js';

// The close code for a policy violation in RFC 6455.
const POLICY_VIOLATION = 1008;

/**
 * Wraps a `ws` socket for the protocol library, and protects it from a client that sends too fast, sends binary data,
 * does not read, or silently disappears.
 */
export class GuardedSocket implements ProtocolSocket {
  readonly #budget: MessageBudget;
  #heartbeat: NodeJS.Timeout | undefined;
  #hasAnswered = true;

  constructor(
    private readonly socket: WebSocket,
    /** The connection that `ws` writes to. `ws` itself buffers nothing, because nothing is compressed. */
    private readonly connection: Duplex,
    private readonly options: SubscriptionsOptions,
  ) {
    this.#budget = new MessageBudget(options.maxMessagesPerSecond);
    // Without a listener an error would end the process. `ws` itself closes the socket with the right code.
    socket.on('error', () => undefined);
    // Counts WebSocket pings and pongs as well, because they need an answer but cause no `message` event.
    socket.on('ping', () => {
      this.#spend();
    });
    socket.on('pong', () => {
      this.#hasAnswered = true;
      this.#spend();
    });
    this.#heartbeat = setInterval(() => {
      this.#beat();
    }, options.pingIntervalMs).unref();
    socket.once('close', () => {
      clearInterval(this.#heartbeat);
    });
  }

  get protocol(): string {
    return this.socket.protocol;
  }

  /**
   * Resolves when the bytes have left this process, so that an event source is read no faster than the client reads.
   * Returns undefined if the system accepts them immediately, as it does for clients that keep up.
   */
  send(data: string): Promise<void> | void {
    return this.#write((onWritten) => {
      this.socket.send(data, onWritten);
    });
  }

  /** Like `send`, for a text with parts that several clients receive. */
  sendParts(parts: readonly Uint8Array[]): Promise<void> | void {
    return this.#write((onWritten) => {
      this.connection.write(textFrame(parts), onWritten);
    });
  }

  /** Closes the socket, and cuts the connection if the client does not answer. */
  close(code?: number, reason?: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    this.socket.close(code, reason);
    const cut = setTimeout(() => {
      this.socket.terminate();
    }, this.options.closeTimeoutMs).unref();
    this.socket.once('close', () => {
      clearTimeout(cut);
    });
  }

  onMessage(handle: (data: string) => Promise<void>): void {
    this.socket.on('message', (data, isBinary) => {
      if (this.socket.readyState !== this.socket.OPEN || !this.#spend()) return;
      const bytes = toBuffer(data);
      if (isBinary || isJsonTooDeep(bytes)) {
        this.close(CloseCode.BadRequest, 'Invalid message received');
        return;
      }
      // The message itself must be at fault, because the hooks report all faults in Purser.
      handle(bytes.toString('utf8')).catch(() => {
        this.close(CloseCode.BadRequest, 'Invalid message received');
      });
    });
  }

  #write(write: (onWritten: () => void) => void): Promise<void> | void {
    // Yields to the event loop. Otherwise a source that always has an event would block everything, even the code that
    // stops it after the socket is closed.
    if (this.socket.readyState !== this.socket.OPEN || this.#dropIfSlow()) return setImmediate();
    let onSent = (): void => undefined;
    // If writing fails, the socket is closing, which is reported elsewhere.
    write(() => {
      onSent();
    });
    if (this.socket.bufferedAmount === 0) return undefined;
    return new Promise((resolve) => {
      onSent = resolve;
    });
  }

  #spend(): boolean {
    const isAffordable = this.#budget.spend();
    if (!isAffordable) this.close(POLICY_VIOLATION, 'Too many messages');
    return isAffordable;
  }

  #dropIfSlow(): boolean {
    const isSlow = this.socket.bufferedAmount > this.options.maxBufferedBytes;
    // A close frame would only be queued behind the unread data.
    if (isSlow) this.socket.terminate();
    return isSlow;
  }

  #beat(): void {
    if (!this.#hasAnswered) {
      this.socket.terminate();
      return;
    }
    if (this.socket.readyState !== this.socket.OPEN || this.#dropIfSlow()) return;
    this.#hasAnswered = false;
    this.socket.ping();
  }
}

function toBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
