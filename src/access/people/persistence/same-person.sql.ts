import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** A caller, and other callers who must not be the same person. */
export interface CallerAmong {
  readonly callerId: string;
  readonly others: readonly string[];
}

/**
 * Decides by their keys whether two callers may be the same person: whoever made or redeemed a key may also be its
 * holder. Written in SQL, because the decision is a database function.
 */
@Injectable()
export class SamePerson {
  /**
   * Whether a caller may be the same person as one of the others. The database enforces this rule with the same
   * function.
   */
  async isAmong({ manager }: { readonly manager: EntityManager }, asked: CallerAmong): Promise<boolean> {
    const [isAmong] = await this.areAmong(manager, [asked]);
    return isAmong === true;
  }

  /** Answers `isAmong` for several callers, in the same order. */
  async areAmong(manager: EntityManager, asked: readonly CallerAmong[]): Promise<boolean[]> {
    const pairs = new Map(
      asked.flatMap(({ callerId, others }) => others.map((other) => [pairOf(callerId, other), { callerId, other }])),
    );
    if (pairs.size === 0) return asked.map(() => false);
    const callers = [...pairs.values()];
    // Each pair is checked once: the payouts on a page were created by few people.
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
