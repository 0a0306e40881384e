/* global document, location, history, fetch, crypto, EventSource */
import { asCardNumber, asExpiry, clearFields, fillFields, readFields, showErrors } from './form-fields.mjs';
import { viewOf } from './payment-view.mjs';
import { offerTestCards } from './test-cards.mjs';

const at = (id) => document.getElementById(id);
const cardForm = at('card-form');
const codeForm = at('code-form');

const NO_ANSWER = {
  code: 'NO_ANSWER',
  field: null,
  text: 'The shop did not answer. You can try again: one order is never charged twice.',
};

// The id stays the same for every try, so a click after a lost answer finds the first order.
let attempt = crypto.randomUUID();
let payment = { orderId: null, order: null, card: null, isSending: false, isLost: false };
let shown = { phase: null, round: 0 };
let events = null;

/** Merges an update and renders the result for the payer. */
function update(update) {
  payment = { ...payment, ...update };
  const { phase, tone = '', headline, detail } = viewOf(payment);
  const round = payment.card?.codeRound ?? 0;
  at('headline').textContent = headline;
  at('headline').className = `outcome ${tone}`;
  at('detail').textContent = detail;
  cardForm.hidden = phase !== 'CARD';
  codeForm.hidden = phase !== 'CODE';
  at('retry').hidden = phase !== 'FAILED';
  at('again').hidden = phase !== 'PAID' && phase !== 'LOST';
  if (phase === 'PAID') events.close();
  if (phase === shown.phase && round === shown.round) return;
  const isFirst = shown.phase === null;
  shown = { phase, round };
  void offerTestCards(phase, chooseTestCard);
  if (phase === 'CODE') at('code').focus();
  // If the focused element was removed, moves the focus to the notice, so that screen readers continue there.
  else if (!isFirst && document.activeElement === document.body) at('notice').focus();
}

/** Follows an order and shows what is known so far. The URL keeps its id, so a reload returns to it. */
function follow(orderId, known = { order: null, card: null }) {
  events?.close();
  history.replaceState(null, '', `#${orderId}`);
  const source = new EventSource(`/orders/${orderId}/events`);
  source.addEventListener('order', ({ data }) => {
    update({ order: JSON.parse(data) });
  });
  source.addEventListener('card', ({ data }) => {
    const card = JSON.parse(data);
    // An event without a cause only says that no card has arrived yet, so the form stays in its sending state.
    update({ card, isSending: payment.isSending && card.cause === null });
  });
  source.addEventListener('open', () => {
    at('connection').hidden = true;
  });
  source.addEventListener('error', () => {
    const isOver = source.readyState === EventSource.CLOSED;
    at('connection').hidden = isOver;
    if (isOver) update({ isLost: true });
  });
  events = source;
  update({ orderId, ...known, isLost: false });
}

async function post(path, body) {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.ok) return await response.json();
  } catch {
    // A failed request is reported like an invalid answer.
  }
  return { errors: [NO_ANSWER] };
}

/** Creates the order if needed, then sends the card. */
async function pay(card) {
  if (payment.orderId === null) {
    const { orderId, errors } = await post('/orders', { attempt });
    if (orderId === undefined) {
      // The order failed for good, and repeating the attempt would return the same order. The next try gets a new id.
      // Without an answer the id is kept, because the order may exist.
      if (!errors.some(({ code }) => code === NO_ANSWER.code)) attempt = crypto.randomUUID();
      return errors;
    }
    follow(orderId, { order: { status: 'CREATED' }, card: { status: 'NOT_STARTED', cause: null } });
  }
  const { errors } = await post(`/orders/${payment.orderId}/card`, card);
  return errors;
}

/** Clears a form and sends its values. Restores them only if the payer must correct a field. */
async function submit(form, send) {
  if (payment.isSending) return;
  const typed = readFields(form);
  clearFields(form);
  update({ isSending: true });
  const errors = await send(typed);
  if (errors.length === 0) return;
  update({ isSending: false });
  if (errors.some(({ field }) => field !== null)) fillFields(form, typed);
  showErrors(form, errors);
}

function chooseTestCard(card) {
  fillFields(cardForm, card);
  showErrors(cardForm, []);
  cardForm.querySelector('button').focus();
}

cardForm.addEventListener('submit', (event) => {
  event.preventDefault();
  void submit(cardForm, pay);
});

codeForm.addEventListener('submit', (event) => {
  event.preventDefault();
  void submit(codeForm, async (typed) => (await post(`/orders/${payment.orderId}/code`, typed)).errors);
});

at('retry-button').addEventListener('click', async () => {
  at('retry-button').disabled = true;
  const { orderId, errors } = await post(`/orders/${payment.orderId}/retry`, {});
  at('retry-button').disabled = false;
  at('retry-error').textContent = errors.map(({ text }) => text).join(' ');
  if (orderId !== undefined) follow(orderId);
});

at('cardNumber').addEventListener('change', ({ target }) => {
  target.value = asCardNumber(target.value);
});

at('expiryDate').addEventListener('input', ({ target }) => {
  target.value = asExpiry(target.value);
});

const followed = /^#([\w-]{1,64})$/.exec(location.hash)?.[1];
if (followed === undefined) update({});
else follow(followed);
