import { isDeepStrictEqual } from 'node:util';
import type { Caller, CallerAuthenticator, Credentials } from '../request-context.js';

// setTimeout fires immediately for more than 24.8 days, and keys may be valid for up to a year.
const LONGEST_TIMER_MS = 24 * 60 * 60 * 1000;

/**
 * Watches the caller of an open socket: the key may expire, be revoked, or lose a scope that a subscription depends on.
 */
export class CallerWatch {
  #expiry: NodeJS.Timeout | undefined;
  #recheck: NodeJS.Timeout | undefined;

  constructor(
    private readonly watched: {
      readonly credentials: Credentials;
      readonly clientAddress: string;
      readonly caller: Caller;
      readonly authenticator: CallerAuthenticator;
      readonly recheckMs: number;
      readonly onLost: (reason: string) => void;
      readonly onFault: (error: unknown) => void;
    },
  ) {}

  start(): void {
    this.#awaitExpiry();
    // The timer is unref'd, like all timers of a socket, so that it does not keep the process alive.
    this.#recheck = setInterval(() => {
      void this.#check();
    }, this.watched.recheckMs).unref();
  }

  stop(): void {
    clearTimeout(this.#expiry);
    clearInterval(this.#recheck);
  }

  #awaitExpiry(): void {
    const { expiresAt } = this.watched.caller;
    if (expiresAt === null) return;
    const left = expiresAt.getTime() - Date.now();
    if (left <= 0) {
      this.#lose('expired');
      return;
    }
    this.#expiry = setTimeout(
      () => {
        this.#awaitExpiry();
      },
      Math.min(left, LONGEST_TIMER_MS),
    ).unref();
  }

  async #check(): Promise<void> {
    const { authenticator, credentials, clientAddress, caller } = this.watched;
    try {
      const current = await authenticator.recheck(credentials, clientAddress);
      if (current === null) this.#lose('revoked');
      // Scopes and expiry were read when the socket was opened. The client reconnects to use the new ones.
      else if (!isSameGrant(current, caller)) this.#lose('changed');
    } catch (error) {
      // Not knowing the state is no reason to disconnect everyone. The next check tries again.
      this.watched.onFault(error);
    }
  }

  #lose(how: 'expired' | 'revoked' | 'changed'): void {
    this.stop();
    const isSession = this.watched.caller.session !== null;
    this.watched.onLost(isSession ? `Session ${how === 'changed' ? how : 'ended'}` : `API key ${how}`);
  }
}

function isSameGrant(left: Caller, right: Caller): boolean {
  const isSameEnd = left.expiresAt?.getTime() === right.expiresAt?.getTime();
  const isSameBound = isDeepStrictEqual(left.accountIds, right.accountIds);
  return (
    isSameEnd &&
    isSameBound &&
    left.scopes.size === right.scopes.size &&
    [...left.scopes].every((s) => right.scopes.has(s))
  );
}
