import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { TLSSocket } from 'node:tls';
import type { NotSentReason } from '../../port/call-outcome.js';

/** How far a request has come. Only at `written` can anything of it have left this process. */
type Phase = 'waiting' | 'connecting' | 'handshaking' | 'too_late' | 'written';

/**
 * Node's own http and https request for one call. It knows nothing of redirects or repeats, and it watches the socket:
 * whether a failed request may be sent again is decided by how far it came, not by the many codes its error may carry,
 * which differ by platform and occur before and after writing alike.
 */
export class ObservedTransport {
  #phase: Phase = 'waiting';
  #nameResolved = true;

  /**
   * @param secure whether the request goes over TLS
   * @param sendBefore the `performance.now()` after which nothing may be written any more
   * @param isOpen whether anything may be written at this moment, by other clocks
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

  request(options: RequestOptions, onResponse: (response: IncomingMessage) => void): ClientRequest {
    const request = (this.secure ? https : http).request(options, onResponse);
    // Node emits `socket` before it flushes the first byte, and writes only once the socket is connected and, under
    // TLS, the handshake is done. These listeners stand before those of the write.
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

  // Timers of a process that was stopped for a while fire late, so the window is checked here once more, in the last
  // moment before the first byte.
  private allowWriting(request: ClientRequest): void {
    if (performance.now() < this.sendBefore && this.isOpen()) {
      this.#phase = 'written';
    } else {
      this.#phase = 'too_late';
      request.destroy();
    }
  }
}
