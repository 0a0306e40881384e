import { eventually } from '../../support/eventually.js';
import {
  cardText,
  getH2hOrder,
  type H2hOrderView,
  type H2hPayload,
  type H2hSubscription,
  payThrough,
  submitCard,
  submitCode,
  watchSession,
} from '../../support/h2h.js';
import type { GraphqlClient } from '../../support/graphql-client.js';
import { createdOrder } from '../../support/orders.js';
import type { HeldCalls } from '../h2h-kill-gate.js';
import { type DatabaseLock, KillStage } from '../h2h-kill-stage.js';
import { KILL_POINTS, type KillPoint } from '../../rig/plans/h2h-kill.table.js';

const SUCCEEDS = '4111111111111111';
const ASKS = '5555555555554444';
const RIGHT = '123456';

interface Payment {
  readonly point: KillPoint;
  readonly id: string;
  readonly providerOrderId: string;
  readonly externalId: string;
  readonly changes: H2hSubscription;
  readonly shown: readonly string[];
}

/** A payment whose call is stopped at its point. */
interface Stopped {
  readonly payment: Payment;
  readonly answer: Promise<H2hPayload | 'connection lost'>;
  readonly lock?: DatabaseLock;
  readonly held?: HeldCalls;
}

interface End {
  readonly answer: H2hPayload | 'connection lost';
  readonly again: readonly string[];
  readonly shown: readonly string[];
  readonly order: H2hOrderView;
}

describe('card payment whose process is killed when', () => {
  let stage: KillStage;
  let ends: ReadonlyMap<KillPoint, Promise<End>>;
  const providerIds = new Map<KillPoint, string>();

  // One kill for all payments, each of which was stopped at another step.
  beforeAll(async () => {
    stage = await KillStage.open();
    const payments = await Promise.all(KILL_POINTS.map(begin));
    const polls = stage.gate.hold(/\/h2h\/status$/);
    const others = await Promise.all(payments.filter(({ point }) => point.reached !== 'claimed').map(stop));
    // A claimed call first asks the shared request budget, which is now locked. Every other call asks it too and gives
    // up within two seconds, so claimed calls come last.
    const lock = await stage.lock('LOCK TABLE provider_budget IN ACCESS EXCLUSIVE MODE');
    const claimed = await Promise.all(payments.filter(({ point }) => point.reached === 'claimed').map(stopClaimed));
    const stopped = [...others, ...claimed];

    await stage.kill();
    const answers = await Promise.all(stopped.map(({ answer }) => answer));
    await Promise.all([lock, ...stopped.flatMap((each) => each.lock ?? [])].map((each) => each.release()));
    const again = await Promise.all(stopped.map(({ payment }) => send(stage.second, payment)));
    await Promise.all(stopped.map(arrive));
    polls.lose();
    await passTime();
    await stage.restart();
    ends = new Map(
      stopped.map(({ payment }, at) => [payment.point, end(payment, { answer: answers[at]!, again: again[at]! })]),
    );
    // Each end is awaited by its own test.
    await Promise.allSettled(ends.values());
  }, 180_000);

  afterAll(async () => {
    await stage.close();
  });

  it.each(KILL_POINTS.map((point) => [point.step, point] as const))('%s', async (_, point) => {
    const { answer, again, shown, order } = await ends.get(point)!;
    if (point.reached === 'answered') expect(answer).toMatchObject({ userErrors: [] });
    else expect(answer).toBe('connection lost');
    expect(again).toEqual(point.again);
    expect(shown).toEqual(point.shows);
    expect(order).toMatchObject({ status: point.orderEnds, h2hSession: { isFinal: true, nextPollAt: null } });
    expect(await stage.booked(providerIds.get(point)!)).toEqual(point.booked);
  });

  async function begin(point: KillPoint): Promise<Payment> {
    const { id, providerOrderId, externalId } = await createdOrder(stage.first, { method: 'CARD_H2H' });
    providerIds.set(point, providerOrderId);
    const changes = await watchSession(stage.second, id);
    const payment = { point, id, providerOrderId, externalId, changes };
    if (point.sends === 'card') return { ...payment, shown: [] };
    await submitCard(stage.first, id, cardText(ASKS));
    return { ...payment, shown: await payThrough(stage.first, id, { changes, codes: [] }) };
  }

  async function stop(payment: Payment): Promise<Stopped> {
    const { point, id, providerOrderId, externalId } = payment;
    const on = point.sends === 'card' ? 'submitH2hCard' : 'submitH2hCode';
    if (point.fault) await stage.sandbox.setFault({ on, ...point.fault, match: { externalId } });
    const lockRow = (): Promise<DatabaseLock> =>
      stage.lock(`SELECT FROM ${point.sends === 'card' ? 'orders' : 'h2h_sessions'} WHERE id = $1 FOR UPDATE`, [id]);
    const holdCall = (): HeldCalls => stage.gate.hold(new RegExp(`/${providerOrderId}/h2h/${point.sends}$`));
    switch (point.reached) {
      case 'unclaimed': {
        const lock = await lockRow();
        const answer = call(payment);
        await lock.awaited();
        return { payment, answer, lock };
      }
      case 'claimed':
        return stopClaimed(payment);
      case 'lost':
      case 'late': {
        const held = holdCall();
        const answer = call(payment);
        await held.arrived;
        return { payment, answer, held };
      }
      case 'unanswered': {
        const answer = call(payment);
        await eventually('the provider has it', () => findBooked(payment));
        return { payment, answer };
      }
      case 'unrecorded': {
        const held = holdCall();
        const answer = call(payment);
        await held.arrived;
        const lock = await lockRow();
        held.pass();
        await lock.awaited();
        return { payment, answer, lock };
      }
      case 'answered': {
        const answer = call(payment);
        await answer;
        return { payment, answer };
      }
    }
  }

  /** Sends a call that claims and then waits for the locked request budget. */
  async function stopClaimed(payment: Payment): Promise<Stopped> {
    const answer = call(payment);
    await eventually('it is claimed', async () => {
      const [claimed] = await stage.database.query(
        'SELECT FROM h2h_sessions WHERE id = $1 AND card_sent_at IS NOT NULL AND code_sent_round = $2',
        [payment.id, payment.point.sends === 'card' ? 0 : 1],
      );
      return claimed;
    });
    return { payment, answer };
  }

  function call(payment: Payment): Stopped['answer'] {
    return submit(stage.first, payment).catch(() => 'connection lost' as const);
  }

  function submit(api: GraphqlClient, { point, id }: Payment): Promise<H2hPayload> {
    return point.sends === 'card' ? submitCard(api, id, cardText(SUCCEEDS)) : submitCode(api, id, RIGHT);
  }

  async function send(api: GraphqlClient, payment: Payment): Promise<string[]> {
    return (await submit(api, payment)).userErrors.map(({ code }) => code);
  }

  /** Lets the call arrive at the provider after its sender died, or drops it, as its point says. */
  async function arrive({ payment, held }: Stopped): Promise<void> {
    if (payment.point.reached !== 'late') {
      held?.lose();
      return;
    }
    held?.pass();
    await eventually('the provider has it', () => findBooked(payment));
  }

  async function findBooked({ point, providerOrderId }: Payment): Promise<string | undefined> {
    return (await stage.booked(providerOrderId))[point.sends === 'card' ? 'cards' : 'codes'][0];
  }

  /** Skips the deadlines and leases of a minute and a half. */
  async function passTime(): Promise<void> {
    await stage.database.query(
      `UPDATE h2h_sessions SET next_poll_at = now(), code_sent_at = code_sent_at - interval '1 minute'
       WHERE next_poll_at IS NOT NULL`,
    );
  }

  async function end(payment: Payment, so: Pick<End, 'answer' | 'again'>): Promise<End> {
    const { point, id, changes } = payment;
    const [shown] = await Promise.all([
      payThrough(stage.second, id, { changes, codes: [RIGHT] }),
      point.orderEnds === 'EXPIRED' ? giveUp(payment) : null,
    ]);
    const order = await until(id, `the order ends ${point.orderEnds}`, ({ status }) => status === point.orderEnds);
    expect(await send(stage.second, payment)).toHaveLength(1);
    await changes.close();
    return { ...so, shown: [...payment.shown, ...shown], order };
  }

  /** Waits until a session is given up whose bank has no card and cannot say so. */
  async function giveUp(payment: Payment): Promise<void> {
    const { id, providerOrderId } = payment;
    const lost = await until(id, 'it is unconfirmed', ({ h2hSession }) => h2hSession?.status === 'UNCONFIRMED');
    expect(lost.h2hSession!.problem).toContain('ended before an answer was recorded');
    // Skips the half hour after which the session is given up.
    await stage.database.query(`UPDATE h2h_sessions SET card_sent_at = now() - interval '1 day' WHERE id = $1`, [id]);
    const given = await until(id, 'it is given up', ({ h2hSession }) => h2hSession?.isFinal === true);
    expect(given.h2hSession!.problem).toContain('was ended here');
    expect(await send(stage.second, payment)).toEqual(['CARD_ALREADY_SENT']);
    await stage.sandbox.move(providerOrderId, 'expire');
  }

  function until(id: string, what: string, isThere: (order: H2hOrderView) => boolean): Promise<H2hOrderView> {
    return eventually(what, async () => {
      const order = await getH2hOrder(stage.second, id);
      return isThere(order) ? order : null;
    });
  }
});
