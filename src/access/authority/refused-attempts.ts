import { Injectable, Logger } from '@nestjs/common';
import { GraphQLError } from 'graphql';
import type { Facts } from '../../desk/audit/audit-entry.js';
import { AuditLog } from '../../desk/audit/audit-log.js';
import { newId } from '../../common/ids.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { runInRequest } from '../../platform/graphql/current-request.js';
import type { Caller, GraphqlContext } from '../../platform/graphql/request-context.js';
import { MetricsRegistry } from '../../platform/observability/metrics-registry.js';
import { OpenWork } from '../../platform/scheduling/open-work.js';
import type { Scope } from '../scopes/scopes.js';

export interface RefusedAttempt {
  readonly caller: Caller;
  readonly clientAddress: string;
  /**
   * The requested operation, such as `approvePayout` or `Payout.recipient`; null if the caller was refused before that.
   */
  readonly operation: string | null;
  readonly why: AccessRefusal | OnePersonRefusal;
  readonly facts?: Facts;
  readonly requestId?: string;
}

const ACCESS_REFUSALS = [
  'ADDRESS_NOT_ALLOWED',
  /** The key is unconfirmed, revoked, replaced or expired. */
  'KEY_NOT_ACTIVE',
  /** The person has roles that exclude each other. */
  'DUTIES_COMBINED',
  'PERSON_BLOCKED',
  /** The key is bound to accounts, but was used for all accounts or for another one. */
  'ACCOUNTS_BOUND',
] as const;
type AccessRefusal = (typeof ACCESS_REFUSALS)[number];

/** Refusals that prevent one person from acting as two, and the second person from confirming more than they may. */
export const ONE_PERSON_REFUSALS = ['SAME_PERSON', 'OWN_REQUEST', 'SCOPE_MISSING', 'NOT_OWN_KEY'] as const;
export type OnePersonRefusal = (typeof ONE_PERSON_REFUSALS)[number];

interface Window {
  startedAt: number;
  recorded: number;
  unrecorded: number;
}

// Enough to see what the caller tried. Without a limit, a program that is refused in a loop would flood the log.
const ENTRIES_PER_WINDOW = 20;
const WINDOW_MS = 60_000;

// Number of refused callers to keep track of. A merchant has a few dozen keys.
const MAX_CALLERS = 1_000;

/** Records refusals of known callers in the audit log. Unknown callers are only counted. */
@Injectable()
export class RefusedAttempts {
  readonly #logger = new Logger(RefusedAttempts.name);
  readonly #windows = new Map<string, Window>();
  readonly #count: (why: RefusedAttempt['why']) => void;

  constructor(
    private readonly audit: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly openWork: OpenWork,
    registry: MetricsRegistry,
  ) {
    this.#count = registry.counterOf({
      name: 'purser_refused_attempts_total',
      help: 'Refusals of known callers, by reason.',
      label: 'why',
      values: [...ACCESS_REFUSALS, ...ONE_PERSON_REFUSALS],
    });
  }

  /** Records the attempt in the background: the response neither waits for it nor fails if it cannot be recorded. */
  note(attempt: RefusedAttempt): void {
    this.#count(attempt.why);
    const unrecorded = this.spend(attempt.caller.id);
    if (unrecorded === null) return;
    this.openWork.finish(this.record(attempt, unrecorded)).catch((error: unknown) => {
      this.#logger.error({ event: 'refused_attempt_not_recorded', err: error });
    });
  }

  /**
   * Records that a caller lacks a scope, and returns the error to throw.
   * @param operation a root field such as `approvePayout`, or a type's field such as `Payout.recipient`
   * @param scope the scope that would allow it; null if none does
   */
  deny(context: GraphqlContext, { operation, scope }: { operation: string; scope: Scope | null }): GraphQLError {
    const { caller, clientAddress, requestId } = context;
    const facts = scope === null ? {} : { facts: { scope } };
    if (caller) this.note({ caller, clientAddress, requestId, operation, why: 'SCOPE_MISSING', ...facts });
    const closed = `This ${operation.includes('.') ? 'field' : 'operation'} is closed`;
    const message = scope === null ? closed : `This API key does not hold the scope ${scope}`;
    return new GraphQLError(message, { extensions: { code: 'FORBIDDEN' } });
  }

  /**
   * Returns how many attempts were left out since the last entry, or null if this attempt is to be left out as well.
   */
  private spend(callerId: string): number | null {
    const now = performance.now();
    let window = this.#windows.get(callerId);
    if (!window || now - window.startedAt >= WINDOW_MS) {
      if (!window && this.#windows.size >= MAX_CALLERS) this.#windows.clear();
      window = { startedAt: now, recorded: 0, unrecorded: window?.unrecorded ?? 0 };
      this.#windows.set(callerId, window);
    }
    if (window.recorded >= ENTRIES_PER_WINDOW) {
      window.unrecorded += 1;
      return null;
    }
    window.recorded += 1;
    const { unrecorded } = window;
    window.unrecorded = 0;
    return unrecorded;
  }

  private async record(attempt: RefusedAttempt, unrecorded: number): Promise<void> {
    const { caller, clientAddress, operation, why, facts, requestId } = attempt;
    const request = { caller, clientAddress, requestId: requestId ?? newId(), operation };
    await runInRequest(request, () =>
      this.unitOfWork.run((tx) =>
        this.audit.record(tx, {
          action: 'access.refused',
          subjectType: 'OPERATION',
          subjectId: operation,
          before: null,
          after: { ...facts, why, ...(unrecorded > 0 && { unrecorded }) },
          reason: null,
        }),
      ),
    );
  }
}
