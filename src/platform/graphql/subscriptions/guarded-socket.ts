import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { WebSocket as ProtocolSocket } from 'graphql-ws';
import { CloseCode } from 'graphql-ws';
import type { RawData, WebSocket } from 'ws';
import { isJsonTooDeep } from '../../../common/text/json-depth.js';
import { MessageBudget } from './frames/message-budget.js';
import type { SubscriptionsOptions } from './subscriptions-options.js';
import { textFrame } from './frames/text-frame.js';

// RFC 6455: policy violation.
const POLICY_VIOLATION = 1008;

/**
 * A `ws` socket for the protocol library that limits its peer: sending too fast, sending binary data, not reading, or
 * vanishing silently.
 */
export class GuardedSocket implements ProtocolSocket {
  readonly #budget: MessageBudget;
  #heartbeat: NodeJS.Timeout | undefined;
  #hasAnswered = true;

  constructor(
    private readonly socket: WebSocket,
    /** The connection that `ws` writes to. `ws` buffers nothing, because nothing is compressed. */
    private readonly connection: Duplex,
    private readonly options: SubscriptionsOptions,
  ) {
    this.#budget = new MessageBudget(options.maxMessagesPerSecond);
    // `ws` closes the socket with the right code; an error without a listener would end the process.
    socket.on('error', () => undefined);
    // WebSocket pings and pongs cost an answer too, and never cause a `message` event.
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
   * Resolves when the bytes have left, so an event source is read no faster than its consumer reads. Returns at once if
   * the system has accepted them, as for clients that keep up.
   */
  send(data: string): Promise<void> | void {
    return this.#write((onWritten) => {
      this.socket.send(data, onWritten);
    });
  }

  /** Like `send`, for a text of which some parts are shared. */
  sendParts(parts: readonly Uint8Array[]): Promise<void> | void {
    return this.#write((onWritten) => {
      this.connection.write(textFrame(parts), onWritten);
    });
  }

  /** Closes the socket, and cuts the connection if the peer does not answer. */
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
      // The hooks report Purser's own faults, so a rejection here is the message's fault.
      handle(bytes.toString('utf8')).catch(() => {
        this.close(CloseCode.BadRequest, 'Invalid message received');
      });
    });
  }

  #write(write: (onWritten: () => void) => void): Promise<void> | void {
    // Yields, because a source that always has an event would otherwise spin and block everything, even the code that
    // stops it after the close.
    if (this.socket.readyState !== this.socket.OPEN || this.#dropIfSlow()) return setImmediate();
    let onSent = (): void => undefined;
    // A failed send means that the socket is closing, which is reported elsewhere.
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
    // A close frame would only queue behind the unread data.
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
