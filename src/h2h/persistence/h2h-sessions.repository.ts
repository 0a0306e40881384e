import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Not, Raw, type Repository } from 'typeorm';
import { READS } from '../../platform/database/api-reads.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { H2hSessionEntity } from './h2h-session.entity.js';

@Injectable()
export class H2hSessionsRepository {
  constructor(
    @InjectRepository(H2hSessionEntity) private readonly sessions: Repository<H2hSessionEntity>,
    @InjectRepository(H2hSessionEntity, READS) private readonly shownSessions: Repository<H2hSessionEntity>,
  ) {}

  /** Whether a card may be sent. The answer stays valid while the transaction holds the lock on the order. */
  async hasSlotForCard(tx: Transaction, id: string): Promise<boolean> {
    return !(await tx.repository(H2hSessionEntity).existsBy({ id, cardSentAt: Not(IsNull()) }));
  }

  /** Polls a session now, because its order was updated. */
  async pullForward(id: string): Promise<void> {
    const isLater = { id, nextPollAt: Raw((column) => `${column} > now()`), status: Not('NOT_STARTED' as const) };
    await this.sessions.update(isLater, { nextPollAt: () => 'now()', pollsMade: 0 });
  }

  /** Returns the session, locked until the transaction ends; null if no card was ever sent. */
  async findForUpdate(tx: Transaction, id: string): Promise<H2hSessionEntity | null> {
    return tx.repository(H2hSessionEntity).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async findById(id: string): Promise<H2hSessionEntity | null> {
    return this.sessions.findOneBy({ id });
  }

  async findByIds(ids: readonly string[]): Promise<H2hSessionEntity[]> {
    return this.shownSessions.findBy({ id: In([...ids]) });
  }
}
