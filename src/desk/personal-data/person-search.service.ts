import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { badUserInput } from '../../platform/graphql/errors/bad-user-input.js';
import type { GraphqlContext } from '../../platform/graphql/request-context.js';
import type { NewAuditEntry } from '../audit/audit-entry.js';
import { AuditLog } from '../audit/audit-log.js';
import { ReadingsService } from './readings.service.js';

// Enough bytes to tell two searches apart.
const SHOWN_HASH_BYTES = 12;

export interface PersonSearch extends Pick<NewAuditEntry, 'action' | 'subjectType'> {
  /** Keyed hash of the value that was entered. The audit log stores its first bytes under the name in `named`. */
  readonly hash: Buffer;
  readonly named: string;
  /** Path of the argument, for error messages. */
  readonly field: readonly string[];
}

/**
 * Lets callers search for a person by a value that they enter. It must match exactly, the number of searches is
 * limited, and each search is recorded. Without a limit, masked values could be guessed.
 */
@Injectable()
export class PersonSearchService {
  readonly #searched = new WeakSet<GraphqlContext>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly readings: ReadingsService,
  ) {}

  /**
   * Counts and records a search before it runs, whether or not it finds anyone.
   * @throws AccessRefusedError RATE_LIMITED
   * @throws GraphQLError BAD_USER_INPUT if the operation has already searched for a person
   */
  async begin(context: GraphqlContext, { action, subjectType, hash, named, field }: PersonSearch): Promise<void> {
    const { caller } = context;
    if (caller === null) throw new Error('A search for a person without a caller');
    // Ten lists in one document would allow ten guesses.
    if (this.#searched.has(context)) throw badUserInput('may be given once in an operation', field);
    this.#searched.add(context);
    const after = { [named]: hash.subarray(0, SHOWN_HASH_BYTES).toString('base64url') };
    await this.record(caller.id, { action, subjectType, subjectId: null, after });
  }

  /** @throws AccessRefusedError RATE_LIMITED */
  record(actorId: string, entry: Pick<NewAuditEntry, 'action' | 'subjectType' | 'subjectId' | 'after'>): Promise<void> {
    return this.unitOfWork.run(async (tx) => {
      await this.readings.count(tx, actorId);
      await this.audit.record(tx, { ...entry, before: null, reason: null });
    });
  }
}
