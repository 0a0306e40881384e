import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** A caller, and the callers who must be other people. */
export interface CallerAmong {
  readonly callerId: string;
  readonly others: readonly string[];
}

/**
 * Decides by their keys whether callers may be one person: a key's maker or redeemer may be its holder. In SQL, because
 * a database function decides it.
 */
@Injectable()
export class SamePerson {
  /** Whether a caller may be one of the others. The database enforces the same with this function. */
  async isAmong({ manager }: { readonly manager: EntityManager }, asked: CallerAmong): Promise<boolean> {
    const [isAmong] = await this.areAmong(manager, [asked]);
    return isAmong === true;
  }

  /** Like `isAmong` for several callers, in their order. */
  async areAmong(manager: EntityManager, asked: readonly CallerAmong[]): Promise<boolean[]> {
    const pairs = new Map(
      asked.flatMap(({ callerId, others }) => others.map((other) => [pairOf(callerId, other), { callerId, other }])),
    );
    if (pairs.size === 0) return asked.map(() => false);
    const callers = [...pairs.values()];
    // Each pair once: a page's payouts have few makers.
    const same = await manager.query<{ caller: string; other: string }[]>(
      `SELECT caller, other FROM unnest($1::uuid[], $2::uuid[]) AS pair (caller, other)
       WHERE is_same_person(caller, other)`,
      [callers.map(({ callerId }) => callerId), callers.map(({ other }) => other)],
    );
    const found = new Set(same.map(({ caller, other }) => pairOf(caller, other)));
    return asked.map(({ callerId, others }) => others.some((other) => found.has(pairOf(callerId, other))));
  }
}

function pairOf(caller: string, other: string): string {
  return `${caller} ${other}`;
}
