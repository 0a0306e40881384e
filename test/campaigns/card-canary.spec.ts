import { randomUUID } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { inspect } from 'node:util';
import { type Accident, ACCIDENTS, befall } from '../support/canary-accidents.js';
import { CanaryStage } from '../support/canary-stage.js';
import { Canary } from '../support/canary.js';
import { eventually } from '../support/eventually.js';
import { enableEveryMethod } from '../support/h2h.js';
import { createdOrder } from '../support/orders.js';
import { CREATE_ORDER, type PreparedCall, type SecretCall, SUBMIT_CARD, SUBMIT_CODE } from './card-canary-calls.js';
import { CanaryPayer } from './card-canary-payer.js';
import { ANSWERS, documentsWith, noCards, unsoundCards } from './card-canary.table.js';

const CALLS = [SUBMIT_CARD, SUBMIT_CODE, CREATE_ORDER] as const;
const CARD_CALLS = [SUBMIT_CARD, CREATE_ORDER] as const;

const PLACED = CALLS.flatMap((call) =>
  ANSWERS[call.name].map((answer) => [call.name, JSON.stringify(answer.fault), { call, ...answer }] as const),
);

const KILLED_OR_AWAY = ACCIDENTS.filter(({ title }) => /killed|away/.test(title));
const AWAY = ACCIDENTS.filter(({ title }) => title.includes('away'));

const STOPPED = [
  ...mishaps(SUBMIT_CARD, 'claimed', ACCIDENTS),
  ...mishaps(SUBMIT_CODE, 'claimed', AWAY),
  ...mishaps(CREATE_ORDER, 'claimed', AWAY),
  // An accepted code leaves nothing to record.
  ...mishaps(SUBMIT_CARD, 'recorded', KILLED_OR_AWAY),
  ...mishaps(CREATE_ORDER, 'recorded', AWAY),
];

function mishaps(call: SecretCall, step: 'claimed' | 'recorded', accidents: readonly Accident[]) {
  return accidents.map((accident) => [call.name, accident.title, step, { call, accident }] as const);
}

describe('traces of card details and SMS codes', () => {
  let desk: CanaryStage;
  const payer = new CanaryPayer();
  /** Prepared calls for codes. Banks take a few seconds to ask for one, so these have already asked. */
  let asking: PreparedCall[];

  beforeAll(async () => {
    // All cards belong to one payer, and hardly any is paid.
    const limits = { CARD_LIMIT_PER_EMAIL: '10000', CARD_LIMIT_PER_BIN: '10000', CARD_LIMIT_PER_KEY: '10000' };
    // Long enough to see that a call has arrived, and to lock its order.
    desk = await CanaryStage.open({ PROVIDER_TIMEOUT_MS: '3000', ...limits });
    await enableEveryMethod(desk);
    await desk.sandbox.sendWebhooksTo(`${desk.url}${desk.orderWebhookPath}`);
    // Longer still; otherwise a webhook would bind an order whose answer is awaited.
    await desk.sandbox.setOrderOutcomeDelay(5_000);
    const needed = [...PLACED, ...STOPPED].filter(([name]) => name === 'submitH2hCode').length + KILLED_OR_AWAY.length;
    asking = await Promise.all(Array.from({ length: needed }, () => SUBMIT_CODE.prepare(desk, payer)));
  }, 120_000);

  afterAll(async () => {
    await desk.close();
  });

  it.each(PLACED)('%s leaves no trace when the provider answers with %s', async (_name, _fault, row) => {
    const { call, fault, refusal } = row;
    // A successful call between the faults; five faults in a row would open the circuit.
    await createdOrder(desk.api);
    const { input, externalId } = await prepare(call);
    await desk.sandbox.setFault({ on: call.name, ...fault, match: { externalId } });
    expect(refusalsIn(await desk.ask(call.document, { input }))).toEqual(refusal === null ? [] : [refusal]);
  });

  it.each(STOPPED)('%s leaves no trace when %s while it is %s', async (_name, _accident, step, { call, accident }) => {
    const { input, externalId, isBooked } = await prepare(call);
    const recording = {
      lock: `SELECT FROM orders WHERE external_id = '${externalId}' FOR UPDATE`,
      waiting: 'SELECT "OrderEntity"',
      once: isBooked,
    };
    if (step === 'recorded') await hang(call, externalId);
    const point = { title: step, ...(step === 'claimed' ? call.claim : recording) };
    const answer = await befall(desk, { point, accident, call: () => desk.ask(call.document, { input }) });
    expect(answer).toContain(accident.answer);
  });

  it.each(KILLED_OR_AWAY)('calls in progress leave no trace when $title', async (accident) => {
    const prepared = await Promise.all(CALLS.map(async (call) => ({ call, ...(await prepare(call)) })));
    await Promise.all(prepared.map(({ call, externalId }) => hang(call, externalId)));
    const answers = Promise.all(prepared.map(({ call, input }) => desk.ask(call.document, { input })));
    for (const { isBooked } of prepared) await eventually('the provider has it', isBooked);
    await accident.happen(desk, answers);
    for (const answer of await answers) expect(answer).toContain(accident.answer);
  });

  it.each(CARD_CALLS.map((call) => [call.name, call] as const))(
    '%s leaves no trace when it is refused',
    async (_, call) => {
      const { input } = await prepare(call);
      for (const [code, wrong] of unsoundCards(payer)) {
        const card = { ...payer.card, ...wrong };
        expect(refusalsIn(await desk.ask(call.document, { input: { ...input, card } }))).toContain(code);
      }
      for (const card of noCards(payer)) {
        expect(await desk.ask(call.document, { input: { ...input, card } })).toContain('BAD_USER_INPUT');
      }
    },
  );

  it('a card for an order that accepts no card leaves no trace', async () => {
    const { card } = payer;
    const refusalsOf = async (orderId: string): Promise<string[]> =>
      refusalsIn(await desk.ask(SUBMIT_CARD.document, { input: { orderId, card } }));
    const { id: hosted } = await createdOrder(desk.api);
    const { input } = await prepare(SUBMIT_CARD);
    const orderId = String(input['orderId']);
    expect(await refusalsOf(randomUUID())).toEqual(['ORDER_NOT_FOUND']);
    expect(await refusalsOf(hosted)).toEqual(['ORDER_NOT_BY_CARD']);
    expect(await refusalsOf(orderId)).toEqual([]);
    expect(await refusalsOf(orderId)).toEqual(['CARD_ALREADY_SENT']);
    expect(await desk.ask(SUBMIT_CARD.document, { input: { orderId: card.cardNumber, card } })).toContain(
      'BAD_USER_INPUT',
    );
  });

  it('a card for an order that exists already, or with other contents, leaves no trace', async () => {
    const { input } = await prepare(CREATE_ORDER);
    const refusalsOf = async (changes: object): Promise<string[]> =>
      refusalsIn(await desk.ask(CREATE_ORDER.document, { input: { ...input, ...changes } }));
    expect(await refusalsOf({})).toEqual([]);
    expect(await refusalsOf({})).toEqual([]);
    expect(await refusalsOf({ amount: '99' })).toEqual(['IDEMPOTENCY_KEY_REUSED']);
    expect(await refusalsOf({ card: { ...payer.card, cardholderName: payer.surname.text } })).toEqual([
      'IDEMPOTENCY_KEY_REUSED',
    ]);
    const other = { idempotencyKey: randomUUID(), externalId: randomUUID() };
    expect(await refusalsOf({ ...other, method: 'HOSTED_PAGE' })).toEqual(['CARD_NOT_TAKEN']);
    for (const field of ['purpose', 'externalId', 'idempotencyKey']) {
      expect(await refusalsOf({ ...other, [field]: payer.number.text })).toEqual(['CARD_NUMBER_IN_TEXT']);
    }
    for (const field of ['amount', 'currency', 'method', 'accountId']) {
      expect(await desk.ask(CREATE_ORDER.document, { input: { ...input, [field]: payer.number.text } })).toContain(
        'BAD_USER_INPUT',
      );
    }
  });

  it('a refused code leaves no trace', async () => {
    const { code, number } = payer;
    const { input } = await prepare(SUBMIT_CARD);
    const answerOf = (value: unknown, orderId = input['orderId']): Promise<string> =>
      desk.ask(SUBMIT_CODE.document, { input: { orderId, code: value } });
    expect(refusalsIn(await answerOf(code.text))).toEqual(['CODE_NOT_EXPECTED']);
    expect(refusalsIn(await answerOf(code.text, randomUUID()))).toEqual(['ORDER_NOT_FOUND']);
    for (const wrong of [`${code.text}!`, `${code.text}${code.text}`, ` ${code.text}`, number.text]) {
      expect(refusalsIn(await answerOf(wrong))).toEqual(['CODE_INVALID']);
    }
    for (const none of [[code.text], { code: code.text }, code.text.repeat(6), Number(number.text), '', null]) {
      expect(await answerOf(none)).toContain('BAD_USER_INPUT');
    }
    expect(await answerOf(code.text, code.text)).toContain('BAD_USER_INPUT');
  });

  it('documents that contain secrets leave no trace, over both transports', async () => {
    for (const document of documentsWith(payer)) {
      expect(await desk.ask(document)).toContain('"errors"');
      expect(await askOverWebSocket(document)).toContain('extensions');
    }
  });

  it.each(CALLS.map((call) => [call.name, call] as const))(
    '%s leaves no trace where it cannot run',
    async (_, call) => {
      const { input } =
        call === SUBMIT_CODE ? { input: { orderId: randomUUID(), code: payer.code.text } } : await prepare(call);
      const variables = { input };
      expect(await askOverWebSocket(call.document, variables)).toContain('Only subscriptions');
      expect(
        await askOverWebSocket('subscription ($id: ID) { orderStatusChanged(orderId: $id) { to } }', {
          id: payer.number.text,
          ...variables,
        }),
      ).toContain('BAD_USER_INPUT');
      const { document } = call;
      const once = document.slice(document.indexOf('{') + 1, -1);
      const bodies = [
        { query: document.replace('mutation', 'query'), variables },
        { query: document.replace('mutation', 'subscription'), variables },
        { query: document.replace('{', `{ again: ${once}`), variables },
        { query: document.replace(call.name, 'payNow'), variables },
        { query: document, variables, operationName: payer.number.text },
        { query: document, variables: JSON.stringify(variables) },
        { query: document, variables: input },
        { query: JSON.stringify(variables), variables },
        [{ query: document, variables }],
      ];
      for (const body of bodies) {
        expect(await desk.send('/graphql', { method: 'POST', body: JSON.stringify(body) })).toContain('"errors"');
      }
      const body = JSON.stringify({ query: document, variables });
      await desk.send('/graphql', { method: 'POST', body: body.slice(0, -1) });
      await desk.send('/graphql', { method: 'POST', body, headers: { 'content-type': 'text/plain' } });
      await desk.send('/graphql', { method: 'POST', body, headers: { authorization: 'Bearer nobody' } });
      await desk.send('/graphql', { method: 'POST', body, headers: { authorization: `Bearer ${payer.number.text}` } });
      await desk.send(
        `/graphql?${new URLSearchParams({ query: document, variables: JSON.stringify(variables) }).toString()}`,
      );
      await desk.send(desk.orderWebhookPath, { method: 'POST', body: JSON.stringify(variables) });
    },
  );

  it('unused variables leave no trace', async () => {
    const extra = { card: payer.card, code: payer.code.text, [payer.number.text]: payer.card };
    expect(await desk.ask('{ payoutGate { isOpen } }', extra)).toContain('"data"');
  });

  describe('search', () => {
    it('finds none of the details, and every other planted text', async () => {
      const planted = payer.another();
      await plant(planted);
      const findings = await desk.search(...planted.canaries, ...payer.canaries);
      await desk.stage.postgres.query('DROP TABLE planted');
      const ours = new Set(payer.canaries.map(({ text }) => text));
      expect(findings.filter(({ canary }) => ours.has(canary))).toEqual([]);
      const wanted = planted.canaries.map(({ text }) => text).sort();
      const places = [
        'base',
        'pg_wal',
        'postgresql-',
        'rows.txt',
        'processes.log',
        'answers.log',
        'journal.json',
        'core.1',
      ];
      for (const place of places) {
        const found = findings.filter(({ file }) => file.includes(`/${place}`)).map(({ canary }) => canary);
        expect([place, [...new Set(found)].sort()]).toEqual([place, wanted]);
      }
    }, 180_000);

    it('covers every place where the details might have been written', async () => {
      const words = ['INSERT INTO h2h_sessions', 'QueryFailedError', 'h2h_session_unconfirmed', payer.mask];
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
    }, 120_000);
  });

  async function prepare(call: SecretCall): Promise<PreparedCall> {
    const ready = call === SUBMIT_CODE ? asking.pop() : undefined;
    // The previous accident may have left dead connections in the pool, which are noticed only when used.
    return ready ?? eventually('the desk is back', () => call.prepare(desk, payer).catch(() => null));
  }

  function hang(call: SecretCall, externalId: string): Promise<void> {
    return desk.sandbox.setFault({ on: call.name, fault: 'hangAfterAccepting', match: { externalId } });
  }

  async function askOverWebSocket(document: string, variables: Readonly<Record<string, unknown>> = {}) {
    const subscription = await desk.api.subscribe(document, variables);
    const failure = await subscription.next().then(() => 'it ran', String);
    desk.keep(failure);
    await subscription.close();
    return failure;
  }

  /** Writes a payer's secrets wherever Purser might have written some, in the formats that programs use. */
  async function plant({ card, code, mistyped, number }: CanaryPayer): Promise<void> {
    const secrets = { ...card, code: code.text, mistyped: mistyped.text };
    const json = JSON.stringify(secrets);
    const { postgres } = desk.stage;
    const columns = [...Object.values(secrets), `${'x'.repeat(10_000)}${number.text}`];
    await postgres.query(`CREATE TABLE planted (${columns.map((_, at) => `c${at} text`).join()})`);
    await postgres.query(`INSERT INTO planted VALUES (${columns.map((_, at) => `$${at + 1}`).join()})`, columns);
    appendFileSync(desk.file('processes.log'), `${inspect(secrets)}\n`);
    desk.keep(Buffer.from(json).toString('base64'));
    appendFileSync(desk.file('journal.json'), JSON.stringify({ body: json }));
    writeFileSync(desk.file('core.1'), Buffer.from(`\u0000${json}\u0000`, 'utf16le'));
  }
});

/** Returns the error codes in the answer to a mutation. */
function refusalsIn(answer: string): string[] {
  const { data } = JSON.parse(answer) as {
    data?: Readonly<Record<string, { readonly userErrors: readonly { readonly code: string }[] }>> | null;
  };
  return Object.values(data ?? {}).flatMap(({ userErrors }) => userErrors.map(({ code }) => code));
}
