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
 * A `ws` socket as the protocol library wants it, with bounds on what its peer may do: send too fast, send what is not
 * text, stop reading, or vanish without a word.
 */
export class GuardedSocket implements ProtocolSocket {
  readonly #budget: MessageBudget;
  #heartbeat: NodeJS.Timeout | undefined;
  #hasAnswered = true;

  constructor(
    private readonly socket: WebSocket,
    /** The connection that `ws` writes to; `ws` holds nothing back, as nothing is compressed. */
    private readonly connection: Duplex,
    private readonly options: SubscriptionsOptions,
  ) {
    this.#budget = new MessageBudget(options.maxMessagesPerSecond);
    // `ws` closes the socket with the right code by itself; an error nobody listens to would end the process.
    socket.on('error', () => undefined);
    // Pings and pongs of the WebSocket protocol itself cost an answer as well, and never reach `message`.
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
   * Resolves when the bytes have left, so that a source of events is read no faster than its consumer reads. Returns at
   * once when the system has taken them, as it does for clients that keep up.
   */
  send(data: string): Promise<void> | void {
    return this.#write((onWritten) => {
      this.socket.send(data, onWritten);
    });
  }

  /** Sends a text of which parts are the same for many, likewise. */
  sendParts(parts: readonly Uint8Array[]): Promise<void> | void {
    return this.#write((onWritten) => {
      this.connection.write(textFrame(parts), onWritten);
    });
  }

  /** Closes, and cuts the connection when the peer does not answer the close. */
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
      // The hooks report Purser's faults themselves, so whatever rejects here is the message's.
      handle(bytes.toString('utf8')).catch(() => {
        this.close(CloseCode.BadRequest, 'Invalid message received');
      });
    });
  }

  #write(write: (onWritten: () => void) => void): Promise<void> | void {
    // Returning at once would let a source that always has an event spin, and nothing else would run any more, not even
    // what stops the source because its socket has closed.
    if (this.socket.readyState !== this.socket.OPEN || this.#dropIfSlow()) return setImmediate();
    let onSent = (): void => undefined;
    // A failed send means the socket is closing, which everybody hears of anyway.
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
    // A close frame would only queue up behind what is not being read.
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
