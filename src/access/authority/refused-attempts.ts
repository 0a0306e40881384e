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
   * The operation that was asked for, `approvePayout` or `Payout.recipient`; null when the caller did not get that far.
   */
  readonly operation: string | null;
  readonly why: AccessRefusal | OnePersonRefusal;
  /** All other facts: the scope, the status, the ids that were given. */
  readonly facts?: Facts;
  readonly requestId?: string;
}

const ACCESS_REFUSALS = [
  /** A key from an address that it may not be used from. */
  'ADDRESS_NOT_ALLOWED',
  /** A key that waits for its second person, was revoked or replaced, or has ended. */
  'KEY_NOT_ACTIVE',
  /** A person whose roles may not be held together. */
  'DUTIES_COMBINED',
  /** A person whom an administrator blocked. */
  'PERSON_BLOCKED',
  /** A key bound to accounts, at an operation for all accounts or at what belongs to another one. */
  'ACCOUNTS_BOUND',
] as const;
type AccessRefusal = (typeof ACCESS_REFUSALS)[number];

/** Refusals of a mutation that keep one person from being two, and a second person to what they may confirm. */
export const ONE_PERSON_REFUSALS = ['SAME_PERSON', 'OWN_REQUEST', 'SCOPE_MISSING', 'NOT_OWN_KEY'] as const;
export type OnePersonRefusal = (typeof ONE_PERSON_REFUSALS)[number];

interface Window {
  startedAt: number;
  recorded: number;
  /** Not recorded since the window began. */
  unrecorded: number;
}

// Enough to see what somebody tried. A program that is refused in a loop would otherwise write the log full.
const ENTRIES_PER_WINDOW = 20;
const WINDOW_MS = 60_000;

// Callers that are refused; those who hold a key are a few dozen.
const MAX_CALLERS = 1_000;

/** Records what known callers were refused, in the audit log. Anybody who is unknown is counted, not recorded. */
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

  /** Beside the answer, which neither waits for it nor fails with it: being refused is the answer already. */
  note(attempt: RefusedAttempt): void {
    this.#count(attempt.why);
    const unrecorded = this.spend(attempt.caller.id);
    if (unrecorded === null) return;
    this.openWork.finish(this.record(attempt, unrecorded)).catch((error: unknown) => {
      this.#logger.error({ event: 'refused_attempt_not_recorded', err: error });
    });
  }

  /**
   * Notes that a caller lacks a scope, and gives the error to be thrown for it.
   *
   * @param operation a root field, `approvePayout`, or the field of a type, `Payout.recipient`
   * @param scope null where no scope would open it
   */
  deny(context: GraphqlContext, { operation, scope }: { operation: string; scope: Scope | null }): GraphQLError {
    const { caller, clientAddress, requestId } = context;
    const facts = scope === null ? {} : { facts: { scope } };
    if (caller) this.note({ caller, clientAddress, requestId, operation, why: 'SCOPE_MISSING', ...facts });
    const closed = `This ${operation.includes('.') ? 'field' : 'operation'} is closed`;
    const message = scope === null ? closed : `This API key does not hold the scope ${scope}`;
    return new GraphQLError(message, { extensions: { code: 'FORBIDDEN' } });
  }

  /** How many were left out before this one, or null when this one is left out. */
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
