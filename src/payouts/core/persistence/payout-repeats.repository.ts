import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { READS } from '../../../platform/database/api-reads.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { PayoutEntity } from './payout.entity.js';
import { PayoutRepeatEntity } from './payout-repeat.entity.js';
import { PayoutsRepository } from './payouts.repository.js';

/** A payout and all its repeats. */
export interface RepeatFamily {
  readonly rootId: string;
  /** The latest repeat; null before the first. */
  readonly latestId: string | null;
  /** The payouts, oldest first. Payouts in detached partitions are missing. */
  readonly members: readonly PayoutEntity[];
}

export interface ShownFamily extends Pick<RepeatFamily, 'members'> {
  readonly links: readonly PayoutRepeatEntity[];
}

/** Links payouts with the ones that pay them again. */
@Injectable()
export class PayoutRepeatsRepository {
  constructor(
    @InjectRepository(PayoutRepeatEntity) private readonly repeats: Repository<PayoutRepeatEntity>,
    @InjectRepository(PayoutRepeatEntity, READS) private readonly shown: Repository<PayoutRepeatEntity>,
    private readonly payouts: PayoutsRepository,
  ) {}

  /** Returns everything that pays the same as a payout, itself included. */
  async findMembers(payoutId: string): Promise<PayoutEntity[]> {
    const { rootId, links } = await findLinks(this.repeats, payoutId);
    return inOrder(await this.payouts.findByIds(idsOf(rootId, links)));
  }

  /** Locks the members until the transaction ends, and all other repeats of the family. */
  async lockFamily(tx: Transaction, payoutId: string): Promise<RepeatFamily> {
    const { rootId } = await findLinks(tx.repository(PayoutRepeatEntity), payoutId);
    // Before the members are read, so that the second of two concurrent repeats sees the first.
    await tx.lockName(`payout-repeats ${rootId}`);
    const links = await tx.repository(PayoutRepeatEntity).findBy({ rootId });
    const members = await this.payouts.findAllIn(tx, idsOf(rootId, links), { isLocked: true });
    return { rootId, latestId: latestOf(links), members };
  }

  /** Links a new payout with the one that it repeats. It replaces the family's latest repeat, which must have ended. */
  async insert(
    tx: Transaction,
    { rootId, latestId }: Pick<RepeatFamily, 'rootId' | 'latestId'>,
    repeat: { readonly repeatId: string; readonly payoutId: string },
  ): Promise<void> {
    if (latestId !== null) await tx.repository(PayoutRepeatEntity).update({ repeatId: latestId }, { isLive: false });
    await tx.repository(PayoutRepeatEntity).insert({ ...repeat, rootId });
  }

  /** Returns the other payouts of a family, the latest locked: only that one may still be sent. */
  async lockOthers(tx: Transaction, payoutId: string): Promise<PayoutEntity[]> {
    const { rootId, links } = await findLinks(tx.repository(PayoutRepeatEntity), payoutId);
    const latestId = latestOf(links);
    if (latestId === null) return [];
    const latest = latestId === payoutId ? [] : await this.payouts.findAllIn(tx, [latestId], { isLocked: true });
    const ids = idsOf(rootId, links).filter((id) => id !== payoutId && id !== latestId);
    return [...(await this.payouts.findAllIn(tx, ids)), ...latest];
  }

  /** Returns the family of each of these payouts, with three statements in all. */
  async findShownFamilies(payoutIds: readonly string[]): Promise<ReadonlyMap<string, ShownFamily>> {
    const ids = In([...payoutIds]);
    const own = await this.shown.find({ where: [{ repeatId: ids }, { rootId: ids }] });
    if (own.length === 0) return new Map();
    const roots = [...new Set(own.map(({ rootId }) => rootId))];
    const links = await this.shown.find({ where: { rootId: In(roots) }, order: { repeatId: 'ASC' } });
    const members = inOrder(
      await this.payouts.findShownByIds(roots.flatMap((rootId) => idsOf(rootId, of(rootId, links)))),
    );
    const families = roots.flatMap((rootId) => {
      const ofRoot = of(rootId, links);
      const named = idsOf(rootId, ofRoot);
      const family = { links: ofRoot, members: members.filter(({ id }) => named.includes(id)) };
      return named.map((id) => [id, family] as const);
    });
    return new Map(families);
  }
}

async function findLinks(
  repeats: Repository<PayoutRepeatEntity>,
  payoutId: string,
): Promise<{ readonly rootId: string; readonly links: readonly PayoutRepeatEntity[] }> {
  const link = await repeats.findOneBy({ repeatId: payoutId });
  const rootId = link?.rootId ?? payoutId;
  return { rootId, links: await repeats.findBy({ rootId }) };
}

function idsOf(rootId: string, links: readonly PayoutRepeatEntity[]): string[] {
  return [rootId, ...links.map(({ repeatId }) => repeatId)];
}

function of(rootId: string, links: readonly PayoutRepeatEntity[]): PayoutRepeatEntity[] {
  return links.filter((link) => link.rootId === rootId);
}

function latestOf(links: readonly PayoutRepeatEntity[]): string | null {
  return links.find(({ isLive }) => isLive)?.repeatId ?? null;
}

function inOrder(payouts: readonly PayoutEntity[]): PayoutEntity[] {
  return [...payouts].sort((one, other) => Number(one.id > other.id) - Number(one.id < other.id));
}
