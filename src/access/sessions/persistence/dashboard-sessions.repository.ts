import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { And, In, IsNull, Not, Raw, Repository } from 'typeorm';
import type { Transaction } from '../../../platform/database/transaction.js';
import { IDLE_MINUTES, LONGEST_HOURS, PROOF_MINUTES, REFRESH_SECONDS, RENEW_AFTER_SECONDS } from '../session-times.js';
import { DashboardSessionEntity } from './dashboard-session.entity.js';

const isUsedLately = Raw((column) => `${column} > now() - interval '${IDLE_MINUTES} minutes'`);

/** Sessions that have not ended by themselves, by the one clock that all replicas share. */
const LIVE = {
  usedAt: isUsedLately,
  startedAt: Raw((column) => `${column} > now() - interval '${LONGEST_HOURS} hours'`),
};

/** With one of the two credentials that it stands for. */
export type NewDashboardSession = {
  readonly id: string;
  readonly secretHash: Buffer;
  readonly actorId: string;
  readonly clientAddress: string;
  readonly browser: string | null;
  /** Now when it is left out. */
  readonly provenAt?: Date;
} & ({ readonly keyHash: Buffer } | { readonly sealedTokens: Buffer });

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

  /** Names the actor of a session that the release before began. */
  async adopt(id: string, actorId: string): Promise<void> {
    await this.sessions.update({ id, actorId: IsNull() }, { actorId });
  }

  /** The sessions of an actor that have not ended, the newest first. */
  async listLive(actorId: string): Promise<DashboardSessionEntity[]> {
    return this.sessions.find({ where: { actorId, ...LIVE }, order: { startedAt: 'DESC' } });
  }

  /**
   * Ends the oldest sessions of an actor beyond the most that one may have, but never the one with this id, and returns
   * how many ended. Sign-ins of one actor wait for each other until the transaction ends.
   */
  async deleteOldest(
    tx: Transaction,
    actorId: string,
    { most, kept }: { readonly most: number; readonly kept: string },
  ): Promise<number> {
    await tx.lockName(`dashboard-sessions ${actorId}`);
    const sessions = tx.repository(DashboardSessionEntity);
    const others = { actorId, id: Not(kept), ...LIVE };
    const oldest = await sessions.find({
      select: { id: true },
      where: others,
      order: { startedAt: 'DESC' },
      skip: most - 1,
    });
    if (oldest.length === 0) return 0;
    return (await sessions.delete({ id: In(oldest.map(({ id }) => id)) })).affected ?? 0;
  }

  /** Ends every session of an actor, and returns how many that were. */
  async deleteAll(tx: Transaction, actorId: string): Promise<number> {
    return (await tx.repository(DashboardSessionEntity).delete({ actorId })).affected ?? 0;
  }

  /** Whether the actor presented the credential of a session within the last minutes. */
  async isProvenLately(tx: Transaction, secretHash: Buffer): Promise<boolean> {
    const provenAt = Raw((column) => `${column} > now() - interval '${PROOF_MINUTES} minutes'`);
    return tx.repository(DashboardSessionEntity).existsBy({ secretHash, provenAt });
  }

  /** Notes that the actor has just presented the credential of the session again. */
  async noteProof(tx: Transaction, secretHash: Buffer): Promise<void> {
    await tx.repository(DashboardSessionEntity).update({ secretHash }, { provenAt: () => 'now()' });
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
