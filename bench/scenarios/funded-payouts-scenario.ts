import { randomUUID } from 'node:crypto';
import { runRound } from '../load/load-round.js';
import { askOnce, type RequestPlan } from '../load/request-plan.js';
import { median, type Spread, spreadOf } from '../report/spread.js';
import type { Stage } from '../stage/bench-stage.js';
import { CURRENCY, graphqlCreation } from './payout-creation-scenario.js';

/** The cost of a funded balance to createPayout with so many replicas. Payouts a second, all replicas together. */
export interface FundedFigures {
  readonly replicas: number;
  readonly funded: number;
  readonly unfunded: number;
  /** With a balance over without one, pair by pair. */
  readonly ratio: Spread;
}

interface Accounts {
  readonly funded: string;
  readonly unfunded: string;
}

/** The part of the payouts a second without a balance that should be left with one. */
export const FUNDED_TARGET = 0.8;

const REPLICA_COUNTS: readonly number[] = [1, 3];

// On the way from cold to compiled a payout gets three times as cheap; by then it is within a few percent of its end.
const WARM_UP_ROUNDS = 4;

/**
 * Measures createPayout for an account whose balance covers every payout, against the same for one without a balance,
 * in turns: every replica is loaded at once, as a load balancer would.
 */
export async function measureFundedPayouts(
  stage: Stage,
  load: { readonly rounds: number; readonly seconds: number },
): Promise<FundedFigures[]> {
  const accounts = await fundedAccounts(stage);
  const replicas = [stage.purser];
  const figures: FundedFigures[] = [];
  for (const count of REPLICA_COUNTS) {
    while (replicas.length < count) replicas.push(await stage.startPurser());
    const plansFor = (kind: keyof Accounts): RequestPlan[] =>
      replicas.map((replica) => graphqlCreation(replica, stage.operatorKey, accounts[kind]));
    figures.push({ replicas: count, ...(await runTurns(plansFor, load)) });
  }
  return figures;
}

async function runTurns(
  plansFor: (kind: keyof Accounts) => readonly RequestPlan[],
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<Omit<FundedFigures, 'replicas'>> {
  const run = async (kind: keyof Accounts): Promise<number> => {
    const figures = await Promise.all(plansFor(kind).map((plan) => runRound(plan, seconds)));
    return figures.reduce((total, { requestsPerSecond }) => total + requestsPerSecond, 0);
  };
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) {
    await run(round % 2 === 0 ? 'funded' : 'unfunded');
  }
  const pairs: { funded: number; unfunded: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Tables grow and machines drift: neither is always the later one.
    if (round % 2 === 0) {
      const funded = await run('funded');
      pairs.push({ funded, unfunded: await run('unfunded') });
    } else {
      const unfunded = await run('unfunded');
      pairs.push({ unfunded, funded: await run('funded') });
    }
  }
  return {
    funded: median(pairs.map(({ funded }) => funded)),
    unfunded: median(pairs.map(({ unfunded }) => unfunded)),
    ratio: spreadOf(pairs.map(({ funded, unfunded }) => funded / unfunded)),
  };
}

/** An account whose balance covers every payout of a bench, and one without a balance. */
export async function fundedAccounts(stage: Stage): Promise<Accounts> {
  const accounts = await openAccounts(stage);
  await fund(stage, accounts.funded);
  return accounts;
}

/** The account of the configuration, and one more, which another configuration leaves. */
async function openAccounts(stage: Stage): Promise<Accounts> {
  const another = await stage.startPurser({ BOOTSTRAP_ACCOUNT_NAME: 'funded' });
  await another.stop();
  const { rows } = await stage.database.query<{ id: string }>('SELECT id FROM accounts ORDER BY created_at');
  const [unfunded, funded] = rows;
  if (!unfunded || !funded) throw new Error('The stage has no second account.');
  return { unfunded: unfunded.id, funded: funded.id };
}

async function fund({ purser, operatorKey }: Stage, accountId: string): Promise<void> {
  const plan: RequestPlan = {
    method: 'POST',
    url: `${purser.url}/graphql`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${operatorKey}` },
    nextBody: () =>
      JSON.stringify({
        query: 'mutation ($input: FundBalanceInput!) { fundBalance(input: $input) { userErrors { code } } }',
        // More than all rounds together take.
        variables: {
          input: {
            accountId,
            currency: CURRENCY,
            amount: '999999999',
            reference: 'bench',
            idempotencyKey: randomUUID(),
          },
        },
      }),
    isRight: (body) => body.includes('"userErrors":[]'),
  };
  await askOnce(plan);
}
