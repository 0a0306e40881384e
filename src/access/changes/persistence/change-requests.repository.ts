import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, type Repository, type SelectQueryBuilder } from 'typeorm';
import { READS } from '../../../platform/database/api-reads.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { BatchLoader } from '../../../platform/graphql/batch-loader.js';
import type { ChangeContent, ChangeKind, ChangeRequest, ClosedAs } from '../domain/change-request.js';
import { ChangeRequestEntity } from './change-request.entity.js';
import { HAS_LAPSED, HAS_NOT_LAPSED } from './lapsed-changes.js';

export interface NewChangeRequest extends ChangeContent {
  readonly accountId: string | null;
  readonly contentHash: Buffer;
}

export type ChangeSubject = Pick<ChangeContent, 'kind' | 'subject'>;

// One day: long enough for a colleague in another time zone, and short enough for both to remember what they agreed on.
const EXPIRES_AFTER_HOURS = 24;

// More than people propose in a day. If there are more, the oldest are listed, because they expire first.
const MAX_OPEN = 100;

@Injectable()
export class ChangeRequestsRepository {
  readonly #byId: BatchLoader<ChangeRequest | null>;

  constructor(
    @InjectRepository(ChangeRequestEntity, READS) private readonly requests: Repository<ChangeRequestEntity>,
  ) {
    this.#byId = BatchLoader.byId((ids) => read(select(requests).where({ id: In([...ids]) })));
  }

  /** Loads a request for display, without a lock. Changes use `find`. */
  show(id: string): Promise<ChangeRequest | null> {
    return this.#byId.load(id);
  }

  async listOpen(kinds: readonly ChangeKind[], subject: string | null): Promise<ChangeRequest[]> {
    const wanted = { kind: In([...kinds]), closedAs: IsNull(), ...(subject !== null && { subject }) };
    const open = select(this.requests).where(wanted);
    return read(open.andWhere(HAS_NOT_LAPSED).orderBy('request.proposedAt').limit(MAX_OPEN));
  }

  async findOpenBySubjects(kind: ChangeKind, subjects: readonly string[]): Promise<ChangeRequest[]> {
    const open = select(this.requests).where({
      kind,
      subject: In([...subjects]),
      closedAs: IsNull(),
    });
    return read(open.andWhere(HAS_NOT_LAPSED));
  }

  async find(tx: Transaction, id: string): Promise<ChangeRequest | null> {
    return first(select(tx.repository(ChangeRequestEntity)).where({ id }));
  }

  async lock(tx: Transaction, id: string): Promise<ChangeRequest | null> {
    return first(select(tx.repository(ChangeRequestEntity)).where({ id }).setLock('pessimistic_write'));
  }

  /**
   * Locks the request about a subject that was not closed yet, even if it has expired. Concurrent calls for the same
   * subject wait.
   */
  async lockOpen(tx: Transaction, { kind, subject }: ChangeSubject): Promise<ChangeRequest | null> {
    await tx.lockName(`${kind}:${subject}`);
    return first(
      select(tx.repository(ChangeRequestEntity))
        .where({ kind, subject, closedAs: IsNull() })
        .setLock('pessimistic_write'),
    );
  }

  async insert(tx: Transaction, request: NewChangeRequest): Promise<void> {
    const expiresAt = (): string => `clock_timestamp() + interval '${EXPIRES_AFTER_HOURS} hours'`;
    await tx.repository(ChangeRequestEntity).insert({ ...request, expiresAt });
  }

  async close(
    tx: Transaction,
    which: string | ChangeSubject,
    { as, by }: { readonly as: ClosedAs; readonly by: string | null },
  ): Promise<void> {
    const where = typeof which === 'string' ? { id: which } : { ...which, closedAs: IsNull() };
    const closed = { closedAs: as, closedBy: by, closedAt: () => 'clock_timestamp()' };
    await tx.repository(ChangeRequestEntity).update(where, closed);
  }
}

function select(requests: Repository<ChangeRequestEntity>): SelectQueryBuilder<ChangeRequestEntity> {
  return requests.createQueryBuilder('request').addSelect(HAS_LAPSED, 'has_lapsed');
}

async function read(query: SelectQueryBuilder<ChangeRequestEntity>): Promise<ChangeRequest[]> {
  const { entities, raw } = await query.getRawAndEntities<{ has_lapsed: boolean }>();
  return entities.map(({ closedAs, ...request }, at) => ({
    ...request,
    status: closedAs ?? (raw[at]?.has_lapsed === true ? 'EXPIRED' : 'PENDING'),
  }));
}

async function first(query: SelectQueryBuilder<ChangeRequestEntity>): Promise<ChangeRequest | null> {
  const [found] = await read(query);
  return found ?? null;
}
