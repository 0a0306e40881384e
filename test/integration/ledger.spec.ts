import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import type { CurrencyCode } from '../../src/common/currency.js';
import type { DecimalString } from '../../src/common/decimal.js';
import type { SignedDecimalString } from '../../src/common/signed-decimal.js';
import { AccountEntity } from '../../src/desk/accounts/persistence/account.entity.js';
import { migrate } from '../../src/platform/database/migrate.js';
import type { Transaction } from '../../src/platform/database/transaction.js';
import { UnitOfWork } from '../../src/platform/database/unit-of-work.js';
import { LedgerService } from '../../src/desk/ledger/ledger.service.js';
import { LedgerBalanceEntity } from '../../src/desk/ledger/persistence/ledger-balance.entity.js';
import { LedgerRepository } from '../../src/desk/ledger/persistence/ledger.repository.js';
import type { Alarms } from '../../src/platform/observability/alarms.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { TwoRoles } from '../support/two-roles.js';
import { connectAsApplication } from './application-database.js';

const BRL = 'BRL' as CurrencyCode;

describe('the ledger', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let unitOfWork: UnitOfWork;
  let ledger: LedgerService;
  let accountId: string;
  const alarms: string[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await connectAsApplication(database.url);
    unitOfWork = new UnitOfWork(dataSource);
    const raiseAfter = (tx: Transaction, code: string): void => {
      tx.afterCommit(() => alarms.push(code));
    };
    ledger = new LedgerService(new LedgerRepository(dataSource.getRepository(LedgerBalanceEntity)), {
      raiseAfter,
    } as unknown as Alarms);
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  beforeEach(async () => {
    accountId = randomUUID();
    await database.query('INSERT INTO accounts (id, name, sealed_api_token) VALUES ($1, $2, $3)', [
      accountId,
      accountId,
      Buffer.of(1),
    ]);
  });

  type Row = Readonly<Record<string, unknown>>;

  async function insertEntry(row: Row): Promise<void> {
    const entry: Row = {
      id: randomUUID(),
      account_id: accountId,
      currency: BRL,
      subject_id: randomUUID(),
      number: 1,
      ...row,
    };
    const columns = Object.keys(entry);
    await database.query(
      `INSERT INTO ledger_entries (${columns.join(', ')}) VALUES (${columns.map((_, i) => `$${i + 1}`).join(', ')})`,
      Object.values(entry),
    );
  }

  const funding = (amount: string): Row => ({
    ...{ subject_type: 'FUNDING', kind: 'FUNDING', from_account: 'FUNDING', to_account: 'AVAILABLE', amount },
    ...{ idempotency_key: randomUUID(), reference: 'transfer 7', actor_id: randomUUID() },
  });

  const reservation = (amount: string): Row => ({
    ...{ subject_type: 'PAYOUT', kind: 'RESERVATION', from_account: 'AVAILABLE', to_account: 'RESERVED', amount },
  });

  async function openBalance(amount: string): Promise<void> {
    await database.query('INSERT INTO ledger_balances (account_id, currency) VALUES ($1, $2)', [accountId, BRL]);
    await insertEntry(funding(amount));
  }

  /** Returns the amounts funded, received, available, reserved and paid out. */
  async function figures(): Promise<string> {
    const [row] = await database.query<{ figures: string }>(
      `SELECT concat_ws(' ', trim_scale(funded), trim_scale(received), trim_scale(available), trim_scale(reserved),
         trim_scale(paid_out)) AS figures FROM ledger_balances WHERE account_id = $1`,
      [accountId],
    );
    return row?.figures ?? 'no balance';
  }

  describe('SQL that would unbalance it', () => {
    beforeEach(() => openBalance('100'));

    it.each<[string, Row]>([
      ['without an account on one side', { ...reservation('1'), to_account: null }],
      ['from an account to itself', { ...reservation('1'), to_account: 'AVAILABLE' }],
      ['of a kind that moves other money', { ...reservation('1'), to_account: 'PAID_OUT' }],
      ['of a kind of another subject', { ...reservation('1'), subject_type: 'ORDER' }],
      ['to an account that there is not', { ...reservation('1'), to_account: 'POCKET' }],
      ['of nothing', reservation('0')],
      ['of less than nothing', reservation('-1')],
      ['of NaN', reservation('NaN')],
      ['of more digits than money has', reservation('0.00001')],
      ['in a balance that is not open', { ...reservation('1'), currency: 'EUR' }],
      ['of an operator that nobody signed', { ...funding('1'), actor_id: null }],
      [
        'of money that is elsewhere',
        { ...reservation('1'), kind: 'PAYMENT', from_account: 'RESERVED', to_account: 'PAID_OUT' },
      ],
    ])('refuses an entry %s', async (_, row) => {
      await expect(insertEntry(row)).rejects.toThrow(/violates|null value|is not in/);
      expect(await figures()).toBe('100 0 100 0 0');
    });

    it("refuses to move a payout's money twice, or to release another amount than was reserved", async () => {
      const payout = { ...reservation('10'), subject_id: randomUUID() };
      await insertEntry(payout);
      await expect(insertEntry(payout)).rejects.toThrow('uq_ledger_entries_subject_id_subject_type_number');
      await expect(insertEntry({ ...payout, number: 2 })).rejects.toThrow('is not in AVAILABLE');
      const release = { ...payout, number: 2, kind: 'RELEASE', from_account: 'RESERVED', to_account: 'AVAILABLE' };
      await expect(insertEntry({ ...release, amount: '11' })).rejects.toThrow('is not in RESERVED');
      await insertEntry(release);
      expect(await figures()).toBe('100 0 100 0 0');
    });

    it.each([
      ['UPDATE ledger_entries SET amount = 1', 'ledger_entries is append-only'],
      ['DELETE FROM ledger_entries', 'ledger_entries is append-only'],
      ['TRUNCATE ledger_entries', 'ledger_entries is append-only'],
      ['UPDATE ledger_balances SET available = 200, funded = 200', 'ledger_balances changes by entries alone'],
      ['UPDATE ledger_balances SET available = 200', 'ledger_balances changes by entries alone'],
      ['DELETE FROM ledger_balances', 'ledger_balances changes by entries alone'],
      ['TRUNCATE ledger_balances CASCADE', 'is append-only'],
      [
        `INSERT INTO ledger_balances (account_id, currency, available, funded) SELECT id, 'EUR', 5, 5 FROM accounts`,
        'ledger_balances changes by entries alone',
      ],
    ])('refuses the statement: %s', async (statement, refusal) => {
      await expect(database.query(statement)).rejects.toThrow(refusal);
      expect(await figures()).toBe('100 0 100 0 0');
    });
  });

  describe('income of orders', () => {
    const orderId = randomUUID();

    beforeEach(() => alarms.splice(0));

    const receive = (received: string, { paidAt = new Date(), id = orderId } = {}): Promise<void> =>
      unitOfWork.run((tx) =>
        ledger.receive(tx, {
          ...{ accountId, currency: BRL, orderId: id, received: received as SignedDecimalString, paidAt },
        }),
      );

    it("posts an order's income once, and later only the difference", async () => {
      await openBalance('100');
      for (const [received, expected] of [
        ['9.75', '100 9.75 109.75 0 0'],
        ['9.75', '100 9.75 109.75 0 0'],
        ['9.5', '100 9.5 109.5 0 0'],
        ['9.50', '100 9.5 109.5 0 0'],
        ['10', '100 10 110 0 0'],
        ['0', '100 0 100 0 0'],
        ['97.40', '100 97.4 197.4 0 0'],
      ] as const) {
        await receive(received);
        expect(await figures()).toBe(expected);
      }
    });

    it('posts nothing before the balance is opened, and never an order that was paid before that', async () => {
      const paidAt = new Date();
      await receive('9.75', { paidAt });
      expect(await figures()).toBe('no balance');
      await openBalance('100');
      const [balance] = await database.query<{ openedAt: Date }>(
        'SELECT opened_at AS "openedAt" FROM ledger_balances WHERE account_id = $1',
        [accountId],
      );
      // New ids, because the first order belongs to another account by now.
      const before = new Date(balance!.openedAt.getTime() - 1);
      await receive('9', { paidAt: before, id: randomUUID() });
      expect(await figures()).toBe('100 0 100 0 0');
      await receive('9', { paidAt: balance!.openedAt, id: randomUUID() });
      expect(await figures()).toBe('100 9 109 0 0');
    });

    it('adjusts an order that it has posted, even if an earlier payment time is reported later', async () => {
      await openBalance('100');
      const id = randomUUID();
      await receive('9', { id });
      await receive('8', { id, paidAt: new Date(0) });
      expect(await figures()).toBe('100 8 108 0 0');
    });

    it('deducts income that the provider takes back even if it is already spent, with an alarm', async () => {
      await openBalance('100');
      const id = randomUUID();
      await receive('9', { id });
      await insertEntry(reservation('105'));
      expect(alarms).toEqual([]);
      await receive('3', { id });
      expect(await figures()).toBe('100 3 -2 105 0');
      expect(alarms).toEqual(['balance_overdrawn']);
    });
  });

  describe('a database with two roles', () => {
    let roles: TwoRoles;
    let application: pg.Client;

    beforeAll(async () => {
      roles = await TwoRoles.create();
      await migrate(roles.applicationUrl, roles.ownerUrl);
      application = new pg.Client({ connectionString: roles.applicationUrl });
      await application.connect();
    });

    afterAll(async () => {
      await application.end();
      await roles.drop();
    });

    const refused = '42501';
    const ownTrigger = (update: string): string =>
      `CREATE TEMPORARY TABLE own (id int);
       CREATE FUNCTION pg_temp.own() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${update}; RETURN NULL; END $$;
       CREATE TRIGGER own AFTER INSERT ON own FOR EACH ROW EXECUTE FUNCTION pg_temp.own();
       INSERT INTO own VALUES (1)`;

    it('the application role cannot unbalance the ledger, and changes balances only by entries', async () => {
      await application.query(
        `INSERT INTO accounts (id, name, sealed_api_token) VALUES (gen_random_uuid(), 'first', '\\x01')`,
      );
      await application.query(
        `INSERT INTO ledger_balances (account_id, currency) SELECT id, 'BRL' FROM accounts;
         SELECT * FROM ledger_balances FOR UPDATE;
         INSERT INTO ledger_entries (id, account_id, currency, kind, from_account, to_account, amount, subject_type,
           subject_id, number, idempotency_key, reference, actor_id)
         SELECT gen_random_uuid(), id, 'BRL', 'FUNDING', 'FUNDING', 'AVAILABLE', 100, 'FUNDING', gen_random_uuid(), 1,
           'key', 'transfer 7', gen_random_uuid() FROM accounts`,
      );
      for (const [statement, code] of [
        ['UPDATE ledger_balances SET available = 200, funded = 200', refused],
        ['UPDATE ledger_balances SET opened_at = now()', '23001'],
        ['DELETE FROM ledger_balances', refused],
        [
          `INSERT INTO ledger_balances (account_id, currency, opened_at) SELECT id, 'EUR', '2020-01-01' FROM accounts`,
          refused,
        ],
        [ownTrigger('UPDATE ledger_balances SET available = 200, funded = 200'), refused],
        // The only column that the application may update, so that it can lock the row.
        [ownTrigger('UPDATE ledger_balances SET opened_at = now()'), '23001'],
        [
          `CREATE TEMPORARY TABLE own (LIKE ledger_entries);
           CREATE TRIGGER own AFTER INSERT ON own FOR EACH ROW EXECUTE FUNCTION apply_ledger_entry()`,
          refused,
        ],
        // A fake pg_class, in which the application role owns the balances.
        [
          `CREATE TEMPORARY TABLE pg_class AS SELECT 'ledger_balances'::regclass::oid AS oid, usesysid AS relowner
             FROM pg_user WHERE usename = current_user;
           SET LOCAL search_path = pg_temp, public, pg_catalog;
           ${ownTrigger('UPDATE ledger_balances SET opened_at = now()')}`,
          '23001',
        ],
      ] as const) {
        await expect(application.query(statement)).rejects.toMatchObject({ code });
        const { rows } = await application.query(
          'SELECT trim_scale(available)::text AS available FROM ledger_balances',
        );
        expect(rows).toEqual([{ available: '100' }]);
      }
    });

    it('entries written by the application role keep the ledger balanced', async () => {
      const asApplication = await connectAsApplication(roles.applicationUrl);
      const repository = new LedgerRepository(asApplication.getRepository(LedgerBalanceEntity));
      const key = { accountId: randomUUID(), currency: BRL };
      await asApplication
        .getRepository(AccountEntity)
        .insert({ id: key.accountId, name: 'written', sealedApiToken: Buffer.of(1) });
      const balance = await new UnitOfWork(asApplication).run(async (tx) => {
        await repository.openBalance(tx, key);
        const income = { kind: 'INCOME', amount: '10' as DecimalString, subjectType: 'ORDER' } as const;
        await repository.insert(tx, { ...key, ...income, subjectId: randomUUID(), number: 1 });
        return repository.findForUpdate(tx, key);
      });
      await asApplication.destroy();
      expect(balance).toMatchObject({ available: '10', received: '10' });
    });

    it('the trigger refuses an update even by a role that has the privilege', async () => {
      const owner = new pg.Client({ connectionString: roles.ownerUrl });
      await owner.connect();
      await owner.query('GRANT UPDATE ON ledger_balances TO PUBLIC');
      await owner.end();
      const statement = ownTrigger('UPDATE ledger_balances SET available = 200, funded = 200');
      await expect(application.query(statement)).rejects.toMatchObject({ code: '23001' });
    });
  });

  describe('payouts', () => {
    const reserve = (...amounts: string[]): Promise<boolean> =>
      unitOfWork.run((tx) =>
        ledger.reserve(
          tx,
          amounts.map((amount) => ({ id: randomUUID(), accountId, currency: BRL, amount: amount as DecimalString })),
        ),
      );

    it('concurrent payouts never reserve more than is available', async () => {
      await openBalance('10');
      const answers = await Promise.all(Array.from({ length: 40 }, () => reserve('1.5')));
      expect(answers.filter(Boolean)).toHaveLength(6);
      expect(await figures()).toBe('10 0 1 9 0');
    });

    it('payouts that are claimed together are all reserved, or none', async () => {
      await openBalance('10');
      expect(await reserve('4', '6.01')).toBe(false);
      expect(await figures()).toBe('10 0 10 0 0');
      expect(await reserve('4', '6')).toBe(true);
      expect(await figures()).toBe('10 0 0 10 0');
    });

    it('without an open balance, nothing is refused or written', async () => {
      expect(await reserve('4')).toBe(true);
      expect(await figures()).toBe('no balance');
    });
  });

  it('all entries add up to zero, and each balance is the sum of its entries', async () => {
    const wrong = await database.query(
      `SELECT entry_id FROM ledger_lines GROUP BY entry_id, currency HAVING sum(amount) <> 0
       UNION ALL
       SELECT account_id FROM ledger_balances AS balance
       WHERE ARRAY[-funded, -received, available, reserved, paid_out] IS DISTINCT FROM (
         SELECT ARRAY[coalesce(sum(amount) FILTER (WHERE ledger_account = 'FUNDING'), 0),
           coalesce(sum(amount) FILTER (WHERE ledger_account = 'INCOME'), 0),
           coalesce(sum(amount) FILTER (WHERE ledger_account = 'AVAILABLE'), 0),
           coalesce(sum(amount) FILTER (WHERE ledger_account = 'RESERVED'), 0),
           coalesce(sum(amount) FILTER (WHERE ledger_account = 'PAID_OUT'), 0)]
         FROM ledger_lines AS line WHERE line.account_id = balance.account_id AND line.currency = balance.currency)`,
    );
    expect(wrong).toEqual([]);
    const [count] = await database.query<{ count: number }>('SELECT count(*)::int AS count FROM ledger_entries');
    expect(count!.count).toBeGreaterThan(20);
  });
});
