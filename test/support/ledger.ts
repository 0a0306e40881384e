import { randomUUID } from 'node:crypto';
import { loadConfig } from '../../src/platform/config/config.js';
import { FieldCipher } from '../../src/platform/database/encryption/field-cipher.js';
import type { ActorView } from './change-requests.js';
import type { Desk } from './desk.js';
import type { GraphqlClient } from './graphql-client.js';
import type { UserErrorView } from './orders.js';
import { TEST_SETTINGS } from './purser.js';

export interface BalanceView {
  readonly account: { readonly id: string; readonly name: string };
  readonly currency: string;
  readonly available: string;
  readonly reserved: string;
  readonly paidOut: string;
  readonly received: string;
  readonly funded: string;
  readonly isEnforced: boolean;
}

export interface EntryView {
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly reference: string | null;
  readonly actor: ActorView | null;
}

const BALANCE = 'account { id name } currency available reserved paidOut received funded isEnforced';

type Input = Readonly<Record<string, unknown>>;

export interface FundPayload {
  readonly balance: BalanceView | null;
  readonly userErrors: readonly UserErrorView[];
}

export async function fundBalance(api: GraphqlClient, input: Input): Promise<FundPayload> {
  const data = await api.request<{ fundBalance: FundPayload }>(
    `mutation ($input: FundBalanceInput!) {
       fundBalance(input: $input) { balance { ${BALANCE} } userErrors { code message field } } }`,
    { input: { currency: 'BRL', reference: 'transfer 7', idempotencyKey: randomUUID(), ...input } },
  );
  return data.fundBalance;
}

export async function fundedEntry(api: GraphqlClient, accountId: string): Promise<string> {
  await fundBalance(api, { accountId, currency: 'EUR', amount: '5' });
  const { ledgerEntries } = await api.request<{ ledgerEntries: { nodes: { id: string }[] } }>(
    'query ($accountId: ID) { ledgerEntries(first: 1, filter: { accountId: $accountId, kinds: [FUNDING] }) { nodes { id } } }',
    { accountId },
  );
  return ledgerEntries.nodes[0]!.id;
}

export interface ComparePayload {
  readonly comparison: {
    readonly difference: string;
    readonly isEqual: boolean;
    readonly discrepancyId: string | null;
    readonly balance: BalanceView;
  } | null;
  readonly userErrors: readonly UserErrorView[];
}

export async function compareBalance(api: GraphqlClient, input: Input): Promise<ComparePayload> {
  const data = await api.request<{ compareBalance: ComparePayload }>(
    `mutation ($input: CompareBalanceInput!) { compareBalance(input: $input) {
       comparison { difference isEqual discrepancyId providerFigure balance { ${BALANCE} } } userErrors { code message field } } }`,
    { input: { currency: 'BRL', note: 'as shown on its page', ...input } },
  );
  return data.compareBalance;
}

export async function balanceComparisons(api: GraphqlClient, paging: Input): Promise<object> {
  const data = await api.request<{ balanceComparisons: object }>(
    `query ($accountId: ID!, $currency: CurrencyCode!, $first: Int) {
       balanceComparisons(accountId: $accountId, currency: $currency, first: $first) { totalCount nodes {
         id comparedAt comparedBy { id name } available reserved providerFigure difference note } } }`,
    paging,
  );
  return data.balanceComparisons;
}

export async function balancesOf(api: GraphqlClient, accountId: string): Promise<readonly BalanceView[]> {
  const data = await api.request<{ balances: BalanceView[] }>(
    `query ($accountId: ID) { balances(accountId: $accountId) { ${BALANCE} asOf openedAt } }`,
    { accountId },
  );
  return data.balances;
}

/** Returns the entries that match a filter, oldest first. */
export async function entriesOf(api: GraphqlClient, filter: Input): Promise<readonly EntryView[]> {
  const data = await api.request<{ ledgerEntries: { totalCount: number; edges: { node: EntryView }[] } }>(
    `query ($filter: LedgerEntryFilter) { ledgerEntries(filter: $filter, first: 100) { totalCount edges { node {
       kind from to amount subjectType subjectId reference actor { id } } } } }`,
    { filter },
  );
  return data.ledgerEntries.edges.map(({ node }) => node).reverse();
}

/**
 * Renders a ledger as a bank statement: `kind, amount | available, reserved, paid out` after each entry. Amounts in
 * tests have few digits, so that rounded numbers are exact.
 */
export async function statementOf(api: GraphqlClient, filter: Input): Promise<readonly string[]> {
  const places = { AVAILABLE: 0, RESERVED: 0, PAID_OUT: 0, FUNDING: 0, INCOME: 0 } as Record<string, number>;
  return (await entriesOf(api, filter)).map(({ kind, from, to, amount }) => {
    for (const [place, sign] of [
      [from, -1],
      [to, 1],
    ] as const) {
      places[place] = Math.round(((places[place] ?? 0) + sign * Number(amount)) * 100) / 100;
    }
    const { AVAILABLE, RESERVED, PAID_OUT } = places;
    return `${kind} ${Number(amount)} | ${AVAILABLE} ${RESERVED} ${PAID_OUT}`;
  });
}

/**
 * Inserts merchant accounts that sort before all others and whose tokens cannot be decrypted. Returns a function that
 * removes them.
 */
export async function unreadableAccounts({ database }: Desk, count: number): Promise<() => Promise<void>> {
  await database.query(
    `INSERT INTO accounts (id, name, sealed_api_token)
     SELECT gen_random_uuid(), '! ' || n, '\\x01' FROM generate_series(1, $1) AS n`,
    [count],
  );
  return async () => {
    await database.query(`DELETE FROM accounts WHERE sealed_api_token = '\\x01'`);
  };
}

/** Creates another merchant account with an empty ledger. The provider treats it as the configured one. */
export async function newAccount({ database }: Desk): Promise<string> {
  const cipher = new FieldCipher(loadConfig({ ...TEST_SETTINGS, DATABASE_URL: database.url }));
  const id = randomUUID();
  await database.query('INSERT INTO accounts (id, name, sealed_api_token) VALUES ($1, $2, $3)', [
    id,
    `account ${id}`,
    cipher.seal(TEST_SETTINGS.PROVIDER_API_TOKEN, { table: 'accounts', column: 'sealed_api_token', rowId: id }),
  ]);
  return id;
}
