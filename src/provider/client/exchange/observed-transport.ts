import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { TLSSocket } from 'node:tls';
import type { NotSentReason, UnknownReason } from '../../port/call-outcome.js';
import type { Exchange } from './http-call.js';
import { MAX_BODY_BYTES } from './http-options.js';

/** How far a request has got. Bytes can have left this process only in `written`. */
type Phase = 'waiting' | 'connecting' | 'handshaking' | 'too_late' | 'written';

/**
 * The transport for one axios call: Node's own http or https, without redirects or retries. It watches the socket,
 * because how far a failed request got decides whether it may be sent again. Error codes cannot decide this: they
 * differ by platform and occur both before and after writing. It also keeps the received part of an answer, which axios
 * drops unless the answer is complete.
 */
export class ObservedTransport {
  #phase: Phase = 'waiting';
  #nameResolved = true;
  #status: number | null = null;
  #bytes = 0;
  readonly #chunks: Buffer[] = [];

  /**
   * @param secure whether the request goes over TLS
   * @param sendBefore the `performance.now()` after which nothing may be written any more
   * @param isOpen whether anything may be written at this moment, according to other clocks
   */
  constructor(
    private readonly secure: boolean,
    private readonly sendBefore: number,
    private readonly isOpen: () => boolean = () => true,
  ) {}

  /** Whether the provider may have seen any of the request. */
  get mayHaveBeenSent(): boolean {
    return this.#phase === 'written';
  }

  /** Why the request was not sent by the end of its window. Meaningful only while `mayHaveBeenSent` is false. */
  timedOutReason(): NotSentReason {
    return this.#phase === 'connecting' || this.#phase === 'handshaking' ? 'connect_timeout' : 'window_over';
  }

  /** Why the request was not sent. Meaningful only while `mayHaveBeenSent` is false. */
  notSentReason(): NotSentReason {
    if (this.#phase === 'too_late') return 'window_over';
    if (this.#phase === 'handshaking') return 'tls_failure';
    if (this.#phase === 'connecting') return this.#nameResolved ? 'connect_failure' : 'dns_failure';
    return 'request_unsendable';
  }

  /** The result if the provider may have seen the request, but its answer was incomplete or too large. */
  lost(reason: UnknownReason): Exchange {
    return {
      kind: 'lost',
      reason: this.#bytes > MAX_BODY_BYTES ? 'too_large' : reason,
      status: this.#status,
      ...(this.#chunks.length > 0 && { received: Buffer.concat(this.#chunks) }),
    };
  }

  request(options: RequestOptions, onResponse: (response: IncomingMessage) => void): ClientRequest {
    const request = (this.secure ? https : http).request(options, (response) => {
      this.#status = response.statusCode ?? null;
      response.on('data', (chunk: Buffer) => {
        this.#bytes += chunk.length;
        if (this.#bytes <= MAX_BODY_BYTES) this.#chunks.push(chunk);
      });
      onResponse(response);
    });
    // Node emits `socket` before it flushes the first byte, and writes only once the socket is connected and, under
    // TLS, the handshake is done. These listeners are registered first, so they run before the write.
    request.once('socket', (socket) => {
      if (request.reusedSocket || !socket.connecting) {
        this.allowWriting(request);
        return;
      }
      this.#phase = 'connecting';
      socket.once('lookup', (error) => {
        this.#nameResolved = !(error as Error | null);
      });
      if (socket instanceof TLSSocket) {
        socket.once('connect', () => (this.#phase = 'handshaking'));
        socket.once('secureConnect', () => {
          this.allowWriting(request);
        });
      } else {
        socket.once('connect', () => {
          this.allowWriting(request);
        });
      }
    });
    return request;
  }

  // Checks the window once more just before the first byte, because timers fire late if the process was suspended.
  private allowWriting(request: ClientRequest): void {
    if (performance.now() < this.sendBefore && this.isOpen()) {
      this.#phase = 'written';
    } else {
      this.#phase = 'too_late';
      request.destroy();
    }
  }
}
