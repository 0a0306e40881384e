import type { SeededRandom } from './seeded-random.js';

/** The losses of the database, and how they come. */
export type Loss =
  /** The primary dies, the standby has everything. */
  | 'synchronous standby'
  /** The primary dies, the standby is behind. */
  | 'lagging standby'
  /** The files of the primary are replaced by older ones. */
  | 'older files'
  /** The rows are restored from an older dump into another cluster, at the same address. */
  | 'older dump';

/**
 * Which replicas end with the database: one that has sent what is lost, with its machine, or all, in an orderly way.
 */
export type Ending = 'none' | 'the sender' | 'all';

/** One time that the database is lost under load. */
export interface FailoverRound {
  readonly loss: Loss;
  readonly ending: Ending;
  /** Where callers are led before the loss; the first replica alone then knows what was sent. */
  readonly callersAt: 'the first replica' | 'all replicas';
  /** How much is lost, where anything is. */
  readonly lostMs: number;
  /** How long there is no database. */
  readonly awayMs: number;
}

export interface Layout {
  readonly name: string;
  /** `PURSER_ROLES` of each replica. */
  readonly roles: readonly string[];
  /** Further ones, of every replica. */
  readonly variables?: NodeJS.ProcessEnv;
  readonly rounds: readonly FailoverRound[];
}

type Kind = Pick<FailoverRound, 'loss' | 'ending' | 'callersAt'>;

const FIRST = { callersAt: 'the first replica' } as const;
const ALL = { callersAt: 'all replicas' } as const;

const LAYOUTS: readonly (Omit<Layout, 'rounds'> & { readonly kinds: readonly Kind[] })[] = [
  {
    name: 'api + worker',
    roles: ['api', 'worker'],
    kinds: [
      { loss: 'lagging standby', ending: 'none', ...FIRST },
      { loss: 'lagging standby', ending: 'the sender', ...FIRST },
      { loss: 'synchronous standby', ending: 'none', ...FIRST },
      { loss: 'older files', ending: 'none', ...FIRST },
      { loss: 'older files', ending: 'all', ...FIRST },
      { loss: 'older dump', ending: 'all', ...FIRST },
    ],
  },
  {
    name: 'three replicas',
    roles: ['api,worker', 'api,worker', 'api,worker'],
    kinds: [
      { loss: 'lagging standby', ending: 'none', ...FIRST },
      { loss: 'lagging standby', ending: 'the sender', ...FIRST },
      { loss: 'lagging standby', ending: 'none', ...ALL },
      { loss: 'synchronous standby', ending: 'the sender', ...ALL },
      { loss: 'older files', ending: 'none', ...FIRST },
      { loss: 'older dump', ending: 'none', ...ALL },
    ],
  },
  {
    name: 'always synchronous',
    roles: ['api,worker', 'worker'],
    // Nothing is lost, so nobody need look: payouts wait for the next standby, and go on.
    variables: { DATABASE_FAILOVER: 'synchronous' },
    kinds: [
      { loss: 'synchronous standby', ending: 'none', ...FIRST },
      { loss: 'synchronous standby', ending: 'the sender', ...FIRST },
    ],
  },
];

/** As long as a standby on the same network is behind, and somewhat longer. */
const LOST_MS = { from: 300, to: 1_500 };

/** From what an automatic promotion takes at least to some ticks of those that wait. */
const AWAY_MS = { from: 0, to: 2_500 };

/** Which losses come in which order, how much each takes, and how long it takes; so many of them for each layout. */
export function planFailovers({
  rounds,
  random,
}: {
  readonly rounds: number;
  readonly random: SeededRandom;
}): Layout[] {
  return LAYOUTS.map(({ kinds, ...layout }) => {
    const dice = random.fork(layout.name);
    return {
      ...layout,
      rounds: Array.from({ length: Math.ceil(rounds / kinds.length) }, () => dice.shuffled(kinds))
        .flat()
        .slice(0, rounds)
        .map((kind) => ({ ...kind, lostMs: dice.integer(LOST_MS), awayMs: dice.integer(AWAY_MS) })),
    };
  });
}
