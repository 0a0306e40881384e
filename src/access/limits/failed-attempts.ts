import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { AuditLog } from '../../desk/audit/audit-log.js';
import { newId } from '../../common/ids.js';
import { networkOf } from '../../common/network.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { runInRequest } from '../../platform/graphql/current-request.js';
import { OpenWork } from '../../platform/scheduling/open-work.js';
import { prefixOf } from '../keys/domain/api-key-token.js';

interface Failures {
  count: number;
  /** Prefix of the presented key if it has our format, so that its owner can be found; otherwise null. */
  keyPrefix: string | null;
  isLimitReached: boolean;
}

const WINDOW_MS = 60_000;

// Maximum number of log lines and audit entries per minute. An attack from more networks is visible without naming them
// all.
const MAX_NETWORKS = 100;

/**
 * Reports invalid credentials: writes one log line per network and minute, and an audit entry when a network has used
 * up its failures. Never logs the credential. Kept separate from the limits, because it has its own windows and timer.
 */
@Injectable()
export class FailedAttempts implements BeforeApplicationShutdown {
  readonly #logger = new Logger(FailedAttempts.name);
  readonly #failures = new Map<string, Failures>();
  #unnamed = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly audit: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly openWork: OpenWork,
  ) {}

  /** @param credential the API key as presented; null for any other credential */
  note(clientAddress: string, credential: string | null): void {
    const failures = this.of(clientAddress);
    if (!failures) return;
    failures.count += 1;
    failures.keyPrefix ??= credential === null ? null : prefixOf(credential);
  }

  /** Records, once per window, that a network was throttled. */
  noteLimit(clientAddress: string): void {
    const failures = this.of(clientAddress);
    if (!failures || failures.isLimitReached) return;
    failures.isLimitReached = true;
    this.openWork.finish(this.record(clientAddress, failures.count)).catch((error: unknown) => {
      this.#logger.error({ event: 'failed_attempts_not_recorded', err: error });
    });
  }

  beforeApplicationShutdown(): void {
    this.tell();
  }

  /** Returns the network's failures in this window; null if too many networks are tracked already. */
  private of(clientAddress: string): Failures | null {
    this.#timer ??= setTimeout(() => {
      this.tell();
    }, WINDOW_MS).unref();
    const network = networkOf(clientAddress);
    let failures = this.#failures.get(network);
    if (!failures) {
      if (this.#failures.size >= MAX_NETWORKS) {
        this.#unnamed += 1;
        return null;
      }
      failures = { count: 0, keyPrefix: null, isLimitReached: false };
      this.#failures.set(network, failures);
    }
    return failures;
  }

  private tell(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    for (const [network, { count, keyPrefix, isLimitReached }] of this.#failures) {
      this.#logger.warn({ event: 'authentication_failed', network, failures: count, keyPrefix, isLimitReached });
    }
    if (this.#unnamed > 0) this.#logger.warn({ event: 'authentication_failed_elsewhere', failures: this.#unnamed });
    this.#failures.clear();
    this.#unnamed = 0;
  }

  private async record(clientAddress: string, failures: number): Promise<void> {
    const request = { caller: null, clientAddress, requestId: newId(), operation: null };
    await runInRequest(request, () =>
      this.unitOfWork.run((tx) =>
        this.audit.record(tx, {
          action: 'access.failed_repeatedly',
          subjectType: 'NETWORK',
          subjectId: null,
          before: null,
          after: { failures },
          reason: null,
        }),
      ),
    );
  }
}
