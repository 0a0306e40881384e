import { type Scope, SCOPES } from '../../src/access/scopes/scopes.js';
import { insertKey } from '../support/api-keys.js';
import type { UserErrorView } from '../support/orders.js';
import { startPurser, type TestPurser } from '../support/purser.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { BANK_FIELDS, CARD_FIELDS, WALLET_VARIANTS } from './order-methods.table.js';
import { auditEntries } from '../support/audit-log.js';

type Changes = Readonly<Record<string, unknown>>;

interface MethodView {
  readonly method: string;
  readonly word: string | null;
  readonly requiredFields: readonly string[];
}

interface ProfileView {
  readonly walletVariant: string;
  readonly hostedPageNeedsEmail: boolean;
  readonly methods: readonly MethodView[];
}

interface AccountView {
  readonly id: string;
  readonly terminalProfile: ProfileView;
}

interface Payload {
  readonly account: AccountView | null;
  readonly userErrors: readonly UserErrorView[];
}

const METHODS = ['HOSTED_PAGE', 'CARD_H2H', 'CARD_IN_ORDER', 'WALLET1', 'WALLET2', 'BANK_TRANSFER'];

const ACCOUNT = 'id terminalProfile { walletVariant hostedPageNeedsEmail methods { method word requiredFields } }';
const UPDATE = `mutation ($input: UpdateTerminalProfileInput!) {
  updateTerminalProfile(input: $input) { account { ${ACCOUNT} } userErrors { code message field } } }`;

/** Returns the profile with changes to one of its methods. */
const withMethod = (profile: ProfileView, method: string, changed: Partial<MethodView>): ProfileView => ({
  ...profile,
  methods: profile.methods.map((row) => (row.method === method ? { ...row, ...changed } : row)),
});

describe('terminal profiles', () => {
  let database: TestDatabase;
  let purser: TestPurser;
  let accountId: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    purser = await startPurser({ DATABASE_URL: database.url, PURSER_ROLES: 'api' });
    accountId = (await read()).id;
  });

  afterEach(async () => {
    await database.query(`UPDATE accounts SET terminal_profile = '{}'`);
  });

  afterAll(async () => {
    await purser.close();
    await database.drop();
  });

  async function read(): Promise<AccountView> {
    const { accounts } = await purser.api.request<{ accounts: AccountView[] }>(`{ accounts { ${ACCOUNT} } }`);
    expect(accounts).toHaveLength(1);
    return accounts[0]!;
  }

  async function update(changes: Changes): Promise<Payload> {
    const data = await purser.admin.request<{ updateTerminalProfile: Payload }>(UPDATE, {
      input: { accountId, reason: 'They wrote so.', ...changes },
    });
    return data.updateTerminalProfile;
  }

  /** Updates the profile, which must succeed, and returns what the API then shows. */
  async function updated(changes: Changes): Promise<ProfileView> {
    const { account, userErrors } = await update(changes);
    expect(userErrors).toEqual([]);
    expect(account).toEqual(await read());
    return account!.terminalProfile;
  }

  const methodOf = ({ methods }: ProfileView, wanted: string): MethodView =>
    methods.find(({ method }) => method === wanted)!;

  it('an unconfigured terminal has only the hosted page', async () => {
    expect((await read()).terminalProfile).toEqual({
      walletVariant: 'STANDARD',
      hostedPageNeedsEmail: false,
      methods: [{ method: 'HOSTED_PAGE', word: null, requiredFields: [] }],
    });
  });

  it.each(WALLET_VARIANTS)('a terminal of the variant $walletVariant shows its words and fields', async (variant) => {
    const { walletVariant, words, fields } = variant;
    expect(await updated({ walletVariant, enabledMethods: METHODS, hostedPageNeedsEmail: true })).toEqual({
      walletVariant,
      hostedPageNeedsEmail: true,
      methods: [
        { method: 'HOSTED_PAGE', word: null, requiredFields: ['email'] },
        { method: 'CARD_H2H', word: null, requiredFields: [] },
        { method: 'CARD_IN_ORDER', word: null, requiredFields: CARD_FIELDS },
        { method: 'WALLET1', word: words.WALLET1, requiredFields: fields },
        { method: 'WALLET2', word: words.WALLET2, requiredFields: fields },
        { method: 'BANK_TRANSFER', word: 'bankmethod', requiredFields: BANK_FIELDS },
      ],
    });
  });

  const FULL = {
    walletVariant: 'EMAIL_AND_IP',
    enabledMethods: METHODS,
    hostedPageNeedsEmail: true,
    words: [
      { method: 'WALLET1', word: 'fruit-pay' },
      { method: 'BANK_TRANSFER', word: 'river-bank' },
    ],
    requiredFields: [
      { method: 'WALLET2', fields: ['phone', 'country'] },
      { method: 'CARD_H2H', fields: ['email'] },
    ],
  };

  it.each<[string, Changes, (profile: ProfileView) => ProfileView]>([
    ['nothing', {}, (profile) => profile],
    [
      'nulls, which stand for nothing',
      { walletVariant: null, enabledMethods: null, words: null, requiredFields: null, hostedPageNeedsEmail: null },
      (profile) => profile,
    ],
    ['empty lists', { words: [], requiredFields: [] }, (profile) => profile],
    [
      'the switch of the hosted page',
      { hostedPageNeedsEmail: false },
      (profile) => ({ ...withMethod(profile, 'HOSTED_PAGE', { requiredFields: [] }), hostedPageNeedsEmail: false }),
    ],
    [
      'the methods',
      { enabledMethods: ['WALLET2', 'HOSTED_PAGE', 'WALLET2'] },
      (profile) => ({ ...profile, methods: ['WALLET2', 'HOSTED_PAGE'].map((method) => methodOf(profile, method)) }),
    ],
    ['no method at all', { enabledMethods: [] }, (profile) => ({ ...profile, methods: [] })],
    [
      'the variant, but for words and fields of its own',
      { walletVariant: 'EMAIL_ONLY' },
      (profile) => ({
        ...withMethod(withMethod(profile, 'WALLET1', { requiredFields: ['email'] }), 'WALLET2', {
          word: 'wallet2_pay',
        }),
        walletVariant: 'EMAIL_ONLY',
      }),
    ],
    [
      'one word',
      { words: [{ method: 'WALLET2', word: 'robot-pay' }] },
      (profile) => withMethod(profile, 'WALLET2', { word: 'robot-pay' }),
    ],
    [
      'one word back to the usual one',
      { words: [{ method: 'WALLET1', word: null }] },
      (profile) => withMethod(profile, 'WALLET1', { word: 'wallet1pay' }),
    ],
    [
      'one word that is left out, and so back to the usual one',
      { words: [{ method: 'BANK_TRANSFER' }] },
      (profile) => withMethod(profile, 'BANK_TRANSFER', { word: 'bankmethod' }),
    ],
    [
      'the fields of one method, to none',
      { requiredFields: [{ method: 'WALLET2', fields: [] }] },
      (profile) => withMethod(profile, 'WALLET2', { requiredFields: [] }),
    ],
    [
      'the fields of one method back to the usual ones',
      { requiredFields: [{ method: 'WALLET2', fields: null }] },
      (profile) => withMethod(profile, 'WALLET2', { requiredFields: ['email', 'ip'] }),
    ],
  ])('changes %s, and keeps the rest', async (_, changes, changed) => {
    const before = await updated(FULL);
    expect(methodOf(before, 'WALLET1')).toEqual({
      method: 'WALLET1',
      word: 'fruit-pay',
      requiredFields: ['email', 'ip'],
    });
    expect(await updated(changes)).toEqual(changed(before));
  });

  it('one person changes a profile, and the audit log records the change with its reason', async () => {
    await updated(FULL);
    await update({ walletVariant: 'EMAIL_ONLY', reason: 'They wrote on Monday.' });
    const entry = (await auditEntries(purser.admin, { subjectType: 'ACCOUNT', subjectId: accountId })).at(-1)!;
    expect(entry).toMatchObject({
      action: 'account.terminal_profile_updated',
      actor: { name: 'bootstrap' },
      before: { walletVariant: FULL.walletVariant },
      after: { walletVariant: 'EMAIL_ONLY' },
      reason: 'They wrote on Monday.',
    });
  });

  const badWord = (word: string): Changes => ({ words: [FULL.words[0], { method: 'WALLET2', word }] });

  it.each<[string, Changes, string, string]>([
    ['an empty word', badWord(''), 'WORD_INVALID', 'words.1.word'],
    ['a blank word', badWord('   '), 'WORD_INVALID', 'words.1.word'],
    ['a word with a space before it', badWord(' pay'), 'WORD_INVALID', 'words.1.word'],
    ['a word with a line break', badWord('pay\nnow'), 'WORD_INVALID', 'words.1.word'],
    ['a word that is written backwards', badWord('pay\u202enow'), 'WORD_INVALID', 'words.1.word'],
    ['a word with a NUL', badWord('pay\u0000'), 'WORD_INVALID', 'words.1.word'],
    ['half a character', badWord('pay\ud83d'), 'WORD_INVALID', 'words.1.word'],
    ['a word that is a card number', badWord('4111111111111111'), 'WORD_INVALID', 'words.1.word'],
    ['a word that is too long', badWord('w'.repeat(101)), 'WORD_INVALID', 'words.1.word'],
    [
      'a method with two words',
      {
        words: ['WALLET1', 'WALLET2', 'WALLET1'].map((method) => ({ method, word: 'pay' })),
      },
      'METHOD_REPEATED',
      'words.2.method',
    ],
    [
      'a method with two lists of fields',
      { requiredFields: ['CARD_H2H', 'CARD_H2H'].map((method) => ({ method, fields: ['email'] })) },
      'METHOD_REPEATED',
      'requiredFields.1.method',
    ],
    ['a blank for a reason', { reason: ' ' }, 'REASON_INVALID', 'reason'],
    ['a card number in the reason', { reason: 'For 4111 1111 1111 1111.' }, 'REASON_INVALID', 'reason'],
    [
      'an account that is not there',
      { accountId: '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b' },
      'ACCOUNT_NOT_FOUND',
      'accountId',
    ],
  ])('refuses a change with %s', async (_, changes, code, field) => {
    const before = await updated(FULL);
    const { account, userErrors } = await update({ walletVariant: 'STANDARD', ...changes });
    expect(userErrors).toMatchObject([{ code, field: ['input', ...field.split('.')] }]);
    expect(account?.terminalProfile ?? null).toEqual(code === 'ACCOUNT_NOT_FOUND' ? null : before);
    expect((await read()).terminalProfile).toEqual(before);
  });

  it.each<[string, Changes, string]>([
    ['an id that is none', { accountId: '41735' }, 'accountId'],
    ['no id', { accountId: undefined }, 'accountId'],
    ['an unknown variant', { walletVariant: 'standard' }, 'walletVariant'],
    ['an unknown method', { enabledMethods: ['HOSTED_PAGE', 'CASH'] }, 'enabledMethods.1'],
    ['a null among the methods', { enabledMethods: [null] }, 'enabledMethods.0'],
    ['a word for a method without one', { words: [{ method: 'CARD_H2H', word: 'pay' }] }, 'words.0.method'],
    ['a word that is no text', { words: [{ method: 'WALLET1', word: 5 }] }, 'words.0.word'],
    ['a word of no method', { words: [{ word: 'pay' }] }, 'words.0.method'],
    [
      'an unknown field',
      { requiredFields: [{ method: 'WALLET1', fields: ['email', 'shoeSize'] }] },
      'requiredFields.0.fields.1',
    ],
    ['a switch that is no switch', { hostedPageNeedsEmail: 'yes' }, 'hostedPageNeedsEmail'],
    ['a setting that is not there', { wallets: true }, 'wallets'],
  ])('refuses %s as invalid input', async (_, changes, field) => {
    const before = await read();
    const { data, errors } = await purser.admin.send(UPDATE, {
      input: { accountId, reason: 'They wrote so.', walletVariant: 'FULL_BILLING', ...changes },
    });
    expect(data).toBeNull();
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', field: ['input', ...field.split('.')] } }]);
    expect(await read()).toEqual(before);
  });

  it('a change requires the scope accounts:update', async () => {
    const sendWith = async (scopes: readonly Scope[]) => {
      const api = purser.as(await insertKey(database, { scopes }));
      return api.send<unknown>(UPDATE, { input: { accountId, reason: 'So.', walletVariant: 'EMAIL_ONLY' } });
    };

    const refused = await sendWith(
      SCOPES.filter((scope) => !['accounts:update', 'payouts:approve', 'keys:manage'].includes(scope)),
    );
    expect(refused).toMatchObject({ data: null, errors: [{ extensions: { code: 'FORBIDDEN' } }] });
    expect((await read()).terminalProfile).toMatchObject({ walletVariant: 'STANDARD' });

    expect((await sendWith(['accounts:update'])).errors).toEqual([]);
    expect((await read()).terminalProfile).toMatchObject({ walletVariant: 'EMAIL_ONLY' });
  });
});
