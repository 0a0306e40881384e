import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { And, Raw, Repository } from 'typeorm';
import type { Transaction } from '../../../database/transaction.js';
import { IDLE_MINUTES, LONGEST_HOURS, REFRESH_SECONDS, RENEW_AFTER_SECONDS } from '../session-times.js';
import { DashboardSessionEntity } from './dashboard-session.entity.js';

const isUsedLately = Raw((column) => `${column} > now() - interval '${IDLE_MINUTES} minutes'`);

/** Sessions that have not ended by themselves, by the one clock that all replicas share. */
const LIVE = {
  usedAt: isUsedLately,
  startedAt: Raw((column) => `${column} > now() - interval '${LONGEST_HOURS} hours'`),
};

/** With one of the two credentials that it stands for. */
export type NewDashboardSession = { readonly id: string; readonly secretHash: Buffer } & (
  | { readonly keyHash: Buffer }
  | { readonly sealedTokens: Buffer }
);

@Injectable()
export class DashboardSessionsRepository {
  constructor(
    @InjectRepository(DashboardSessionEntity) private readonly sessions: Repository<DashboardSessionEntity>,
  ) {}

  async findLive(secretHash: Buffer): Promise<DashboardSessionEntity | null> {
    // The hash is keyed, so how long the comparison in the index takes tells a guesser nothing.
    return this.sessions.findOneBy({ secretHash, ...LIVE });
  }

  /** Whether a session goes on, and does so until the transaction ends. */
  async lockLive(tx: Transaction, secretHash: Buffer): Promise<boolean> {
    // Renewals need not wait for it.
    const lock = { mode: 'for_key_share' } as const;
    const session = await tx.repository(DashboardSessionEntity).findOne({ where: { secretHash, ...LIVE }, lock });
    return session !== null;
  }

  /** Notes that a session is in use, once a minute at most whatever the replicas see; never revives one that ended. */
  async renew(secretHash: Buffer): Promise<void> {
    const isOld = Raw((column) => `${column} <= now() - interval '${RENEW_AFTER_SECONDS} seconds'`);
    await this.sessions.update({ secretHash, ...LIVE, usedAt: And(isUsedLately, isOld) }, { usedAt: () => 'now()' });
  }

  async insert(tx: Transaction, session: NewDashboardSession): Promise<void> {
    await tx.repository(DashboardSessionEntity).insert(session);
  }

  /** Has one replica at a time exchange the tokens of a session, and only those that it has seen. */
  async claimRefresh({ id, sealedTokens }: DashboardSessionEntity): Promise<boolean> {
    const isFree = Raw((column) => `(${column} IS NULL OR ${column} < now())`);
    const { affected } = await this.sessions.update(
      { id, ...(sealedTokens && { sealedTokens }), refreshingUntil: isFree },
      { refreshingUntil: () => `now() + interval '${REFRESH_SECONDS} seconds'` },
    );
    return affected === 1;
  }

  /** @param sealedTokens the new ones; null when there are none */
  async endRefresh(id: string, sealedTokens: Buffer | null): Promise<void> {
    await this.sessions.update({ id }, { refreshingUntil: null, ...(sealedTokens && { sealedTokens }) });
  }

  /** Ends a session, and tells whether there was one. */
  async delete(secretHash: Buffer, tx: Transaction | null = null): Promise<boolean> {
    const sessions = tx?.repository(DashboardSessionEntity) ?? this.sessions;
    return (await sessions.delete({ secretHash })).affected === 1;
  }

  /** Deletes what has ended by itself. Past its longest time a session is renewed no more, so all of them fall idle. */
  async deleteEnded(): Promise<void> {
    await this.sessions.delete({ usedAt: Raw((column) => `${column} <= now() - interval '${IDLE_MINUTES} minutes'`) });
  }
}
