import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';
import { ACCIDENTS, befall, type StopPoint } from '../support/canary-accidents.js';
import { CanaryStage } from '../support/canary-stage.js';
import { Canary } from '../support/canary.js';
import { eventually } from '../support/eventually.js';

const CREATE_PAYOUT = `mutation ($input: CreatePayoutInput!) { createPayout(input: $input) {
  payout { id status problem statusMessage approvalReason recipient { name requisites userId bankName userEmail userPhone }
    attempts { id state reason httpStatus } timeline { from to cause } evidence { kind reference } }
  warnings { code field message } userErrors { code field message } } }`;

const malformed = (variant: string) => ({ fault: 'malformedAnswer', variant });

/** The provider's answer to the call, and the payout's status after it. */
const ANSWERS = [
  { fault: { fault: 'answerSlowly', delayMs: 0 }, status: 'CREATED' },
  { fault: { fault: 'refuse', status: 422 }, status: 'REJECTED' },
  { fault: { fault: 'refuse', status: 400 }, status: 'REJECTED' },
  ...[
    { fault: 'hangAfterAccepting' },
    { fault: 'dropAfterAccepting' },
    { fault: 'serverErrorAfterAccepting', status: 502 },
    { fault: 'redirect', status: 307, location: 'http://127.0.0.1:9/', accepted: true },
    ...['wrongRequisites', 'wrongAmount', 'truncatedJson', 'wrongContentType', 'nullFields', 'hugeBody'].map(malformed),
  ].map((fault) => ({ fault, status: 'UNCONFIRMED' })),
];

const READ_BACKS = [
  ...['wrongRequisites', 'truncatedJson', 'wrongContentType'].map(malformed),
  { fault: 'unknownStatus', word: 'ODD' },
];

/** Documents with the card number where it does not belong. */
const badDocuments = (number: string): readonly string[] => [
  `mutation { createPayout(input: { recipient: { requisites: ${number} } }) { payout { id } } }`,
  `mutation { createPayout(input: { amount: "${number}" }) { payout { id } } }`,
  `mutation { createPayout(input: { recipient: { requisites: "${number}" } `,
  `mutation { createPayout(input: { note: "${number} }) { payout { id } } }`,
  `{ payouts(first: ${number}) { totalCount } }`,
  `{ payouts(filter: { createdFrom: "${number}" }) { totalCount } }`,
  `{ payout(id: "${number}") { id } }`,
  `{ payoutBanks(phone: "${number}") { id } }`,
];

/** Points at which a lock stops the call, and the statement that then waits. */
const POINTS: readonly StopPoint[] = [
  { title: 'recorded', lock: 'LOCK TABLE payouts IN SHARE MODE', waiting: 'INSERT INTO payouts' },
  {
    title: 'bound',
    lock: 'LOCK TABLE payout_evidence IN SHARE MODE',
    waiting: 'INSERT INTO payout_evidence',
    mayAnswer: '{"createPayout":{"payout":{"id":',
  },
];

const STOPPED = POINTS.flatMap((point) =>
  ACCIDENTS.map((accident) => [accident.title, point.title, { point, accident }] as const),
);

describe('card number sent through createPayout', () => {
  let desk: CanaryStage;
  const card = Canary.cardNumber();
  const reported = new Set<string>();
  let cents = 0;

  beforeAll(async () => {
    desk = await CanaryStage.open();
  });

  beforeEach(async () => {
    // A successful call between the faults; five faults in a row would open the circuit.
    await create({ amount: nextAmount(), recipient: recipientOf('5555555555554444') });
  });

  afterEach(async () => {
    const found = (await desk.search(card))
      .map((finding) => JSON.stringify(finding))
      .filter((finding) => !reported.has(finding));
    // Reports each finding once; otherwise all later tests would fail with the first.
    for (const finding of found) reported.add(finding);
    expect(found).toEqual([]);
  });

  afterAll(async () => {
    await desk.close();
  });

  it.each(ANSWERS.map((answer) => [JSON.stringify(answer.fault), answer] as const))(
    'the number leaves no trace when the provider answers with %s',
    async (_, { fault, status }) => {
      const amount = nextAmount();
      await setFault({ on: 'createPayout', ...fault });
      expect(await create({ amount })).toMatchObject({ payout: { status } });
      expect(await isBooked(amount)).toBe(status !== 'REJECTED');
    },
  );

  it('the number leaves no trace when read-backs get bad answers', async () => {
    for (const fault of READ_BACKS) {
      const { payout } = await create({ amount: nextAmount() });
      await setFault({ on: 'readPayout', ...fault });
      await desk.ask(
        `mutation ($input: RefreshPayoutInput!) { refreshPayout(input: $input) {
           payout { id status problem statusMessage } userErrors { code field message } } }`,
        { input: { payoutId: payout!.id } },
      );
    }
  });

  it('the number leaves no trace when its payout is refused, blocked, resent or searched for', async () => {
    const amount = nextAmount();
    const idempotencyKey = randomUUID();
    const { payout } = await create({ amount, idempotencyKey });
    expect(await create({ amount, idempotencyKey })).toMatchObject({ payout: { id: payout!.id } });
    expect(await create({ amount: nextAmount(), idempotencyKey })).toMatchObject({
      userErrors: [{ field: ['input', 'idempotencyKey'] }],
    });
    expect(await create({ amount })).toMatchObject({ payout: { status: 'AWAITING_APPROVAL' } });
    const wrong = [{ bankName: card.text }, { requisites: grouped(card.text) }, { userPhone: card.text }];
    for (const fields of wrong) {
      const refused = await create({ amount: nextAmount(), recipient: recipientOf(card.text, fields) });
      expect(refused).toMatchObject({
        payout: null,
        userErrors: [{ field: ['input', 'recipient', expect.anything()] }],
      });
    }
    const misplaced = [
      { paymentType: card.text },
      { paymentType: 'SIM' },
      { currency: card.text },
      { amount: card.text },
    ];
    for (const fields of misplaced) await create({ amount: nextAmount(), ...fields });
    const query = 'query ($card: String) { payouts(filter: { recipient: $card }) { totalCount } }';
    const found = JSON.stringify(await desk.approver.send(query, { card: card.text }));
    desk.keep(found);
    expect(found).toMatch(/"totalCount":[1-9]/);
  });

  it('the number leaves no trace in documents that misplace it', async () => {
    for (const document of badDocuments(card.text)) expect(await desk.ask(document)).toContain('"errors"');
  });

  it('the number leaves no trace in malformed requests', async () => {
    await desk.send('/graphql', { method: 'POST', body: `{"query": "${card.text}` });
    await desk.send('/graphql', { method: 'POST', body: JSON.stringify([{ query: card.text }]) });
    await desk.send('/graphql', { method: 'POST', body: card.text, headers: { 'content-type': 'text/plain' } });
    await desk.send(`/graphql?query=${encodeURIComponent(`{ payout(id: "${card.text}") { id } }`)}`);
    await desk.send('/graphql', { method: 'POST', body: '{}', headers: { authorization: `Bearer ${card.text}` } });
    await desk.send('/graphql', {
      method: 'POST',
      body: JSON.stringify({ query: '{ payoutGate { isOpen } }', operationName: card.text }),
    });
    const subscription = await desk.api.subscribe(
      'subscription ($id: ID) { payoutStatusChanged(payoutId: $id) { to } }',
      { id: card.text },
    );
    const failure = await subscription.next().then(() => 'none', String);
    expect(failure).toContain('BAD_USER_INPUT');
    desk.keep(failure);
    await subscription.close();
  });

  it('the number leaves no trace when a webhook repeats it', async () => {
    const body = JSON.stringify({ id: randomUUID(), status: 'COMPLETED', account: { requisites: card.text } });
    for (const path of ['', `/${randomUUID()}`, `/${card.text}`]) {
      await desk.send(`/webhooks/payouts${path}`, { method: 'POST', body });
    }
  });

  it.each(STOPPED)(
    'the number leaves no trace when %s while the payout is %s',
    async (_accident, _point, { point, accident }) => {
      const asked = input({ amount: nextAmount() });
      const answer = await befall(desk, { point, accident, call: () => desk.ask(CREATE_PAYOUT, { input: asked }) });
      const expected = [accident.answer, point.mayAnswer ?? accident.answer];
      expect(expected.filter((part) => answer.includes(part))).not.toEqual([]);
      // The sending process may be gone, so the deadline is moved from half a minute ahead to now.
      await desk.stage.postgres.query(`UPDATE payout_attempts SET deadline_at = now() WHERE state = 'CLAIMED'`);
      await eventually('the caller is answered', async () => (await create(asked)).payout);
    },
  );

  describe('search', () => {
    it('covers all forms of the number, in files, logs, answers and rows', async () => {
      const planted = Canary.cardNumber();
      const { text } = planted;
      const { postgres } = desk.stage;
      await postgres.query('CREATE TABLE planted (a text, b numeric, c int8, d float8, e bytea, f jsonb, g text)');
      await postgres.query('INSERT INTO planted VALUES ($1, $2, $3, $4, $5, $6, $7)', [
        ...[text, text, text, text],
        Buffer.from(text, 'utf16le'),
        JSON.stringify({ card: Buffer.from(`{"card":"${text}"}`).toString('base64') }),
        `${'x'.repeat(10_000)}${text}`,
      ]);
      appendFileSync(desk.file('processes.log'), `{"msg":"${grouped(text)}"}\n`);
      desk.keep(Buffer.from(text).toString('hex'));
      // Searches for the card, too. It has not been part of this search yet, so every file is read again.
      const findings = await desk.search(planted, card);
      await postgres.query('DROP TABLE planted');
      const formsIn = (place: string): string[] =>
        findings.filter(({ file }) => file.includes(place)).map(({ form }) => form);
      expect(findings.filter(({ canary }) => canary === card.text)).toEqual([]);
      const stored = ['plain', 'base64', 'UTF-16', 'integer', 'floating point', 'numeric'];
      expect(formsIn('/base/').sort()).toEqual(stored.sort());
      expect(formsIn('/pg_wal/')).toEqual(expect.arrayContaining(stored));
      expect(formsIn('/log/postgresql-')).toContain('plain');
      expect(formsIn('/rows.txt')).toContain('plain');
      expect(formsIn('/processes.log')).toEqual(['with spaces']);
      expect(formsIn('/answers.log')).toEqual(['hex']);
    });

    it('covers every place where the number might have been written', async () => {
      const mask = `${card.text.slice(0, 6)}***${card.text.slice(-4)}`;
      const words = ['INSERT INTO payouts', 'QueryFailedError', 'payout_unconfirmed', mask];
      const findings = await desk.search(...words.map((word) => new Canary(word)));
      const places = words.map((word) =>
        findings.filter(({ canary }) => canary === word).map(({ file }) => basename(file)),
      );
      expect(places).toEqual([
        expect.arrayContaining([expect.stringMatching(/^postgresql-/)]),
        ['processes.log'],
        ['processes.log'],
        expect.arrayContaining(['answers.log', 'rows.txt']),
      ]);
    });
  });

  interface Answer {
    readonly payout: { readonly id: string; readonly status: string } | null;
    readonly userErrors: readonly { readonly field: readonly string[] }[];
  }

  async function create(overrides: Readonly<Record<string, unknown>>): Promise<Answer> {
    const answer = await desk.ask(CREATE_PAYOUT, { input: input(overrides) });
    const { data } = JSON.parse(answer) as { data?: { createPayout: Answer } | null };
    return data?.createPayout ?? { payout: null, userErrors: [] };
  }

  function input(overrides: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    return {
      idempotencyKey: randomUUID(),
      currency: 'BDT',
      paymentType: 'C2C',
      recipient: recipientOf(card.text),
      ...overrides,
    };
  }

  /**
   * Returns an amount that no other payout has. It identifies the payout at the provider and avoids possible
   * duplicates.
   */
  function nextAmount(): string {
    cents += 1;
    return `100.${String(cents).padStart(2, '0')}`;
  }

  async function isBooked(amount: string): Promise<boolean> {
    const payouts = await desk.stage.control.payouts();
    return payouts.some(
      (booked) => Number(booked.amount) === Number(amount) && booked.account.requisites === card.text,
    );
  }

  async function setFault(fault: object): Promise<void> {
    await desk.stage.control.setFault({ ...fault, match: { requisites: card.text } });
  }
});

function recipientOf(requisites: string, further: Readonly<Record<string, string>> = {}) {
  return {
    name: 'Nusrat Jahan',
    requisites,
    userId: 'user-1',
    bankName: 'WALLET_X1',
    userEmail: 'nusrat@example.com',
    userPhone: '+8801712345678',
    userIp: '192.0.2.1',
    ...further,
  };
}

function grouped(digits: string): string {
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
}
