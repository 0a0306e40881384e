import { BASKET, basketTotal, CURRENCY, decimalOf } from './sample-basket.js';

interface Field {
  readonly id: string;
  readonly label: string;
  /** Hint for the autofill of browsers and phones. */
  readonly autocomplete: string;
  readonly attributes: string;
}

const CARD_FIELDS: readonly Field[] = [
  {
    id: 'cardNumber',
    label: 'Card number',
    autocomplete: 'cc-number',
    attributes: 'inputmode="numeric" maxlength="30"',
  },
  {
    id: 'cardholderName',
    label: 'Name on the card',
    autocomplete: 'cc-name',
    attributes: 'autocapitalize="words" maxlength="100"',
  },
  {
    id: 'expiryDate',
    label: 'Expires (MM/YY)',
    autocomplete: 'cc-exp',
    attributes: 'inputmode="numeric" maxlength="9" placeholder="MM/YY"',
  },
  { id: 'cvv', label: 'Security code', autocomplete: 'cc-csc', attributes: 'inputmode="numeric" maxlength="4"' },
];

const CODE_FIELD: Field = {
  id: 'code',
  label: 'Code from your bank',
  autocomplete: 'one-time-code',
  attributes: 'inputmode="numeric" maxlength="12"',
};

/**
 * Renders the shop's page: basket, form, and the parts that its script shows and hides. The server writes the prices.
 */
export function shopPage(): string {
  const total = `${basketTotal()} ${CURRENCY}`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Sample checkout</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/page/checkout.css">
    <script type="module" src="/page/checkout.mjs"></script>
  </head>
  <body>
    <p class="sample">Sample checkout: not for production. No real money moves here.</p>
    <main>
      <section class="card" aria-labelledby="basket-title">
        <h1 id="basket-title">Your basket</h1>
        <dl class="basket">
          ${BASKET.map(({ name, cents }) => row(name, decimalOf(cents))).join('\n          ')}
          <div class="total"><dt>Total</dt><dd>${escape(total)}</dd></div>
        </dl>
      </section>
      <section class="card" aria-labelledby="payment-title">
        <h2 id="payment-title">Pay by card</h2>
        <noscript><p class="outcome bad">This page needs JavaScript.</p></noscript>
        <div id="notice" role="status" tabindex="-1">
          <p id="headline" class="outcome"></p>
          <p id="detail"></p>
        </div>
        <p id="connection" class="quiet" role="status" hidden>Connection lost; trying again…</p>
        <form id="card-form" method="post" novalidate hidden>
          ${CARD_FIELDS.map(field).join('\n          ')}
          <p class="error" id="card-form-error" role="alert"></p>
          <button class="primary">Pay ${escape(total)}</button>
        </form>
        <form id="code-form" method="post" novalidate hidden>
          ${field(CODE_FIELD)}
          <p class="error" id="code-form-error" role="alert"></p>
          <button class="primary">Confirm</button>
        </form>
        <div id="retry" hidden>
          <p class="error" id="retry-error" role="alert"></p>
          <button type="button" class="primary" id="retry-button">Try again</button>
        </div>
        <a id="again" class="button" href="/" hidden>Back to the shop</a>
      </section>
      <section class="card" id="test-cards" aria-labelledby="test-cards-title" hidden>
        <h2 id="test-cards-title">Test cards of the sandbox</h2>
        <p class="quiet" id="test-cards-hint"></p>
        <ul id="test-card-list"></ul>
      </section>
    </main>
  </body>
</html>
`;
}

function row(name: string, price: string): string {
  return `<div><dt>${escape(name)}</dt><dd>${escape(price)}</dd></div>`;
}

function field({ id, label, autocomplete, attributes }: Field): string {
  return `<div class="field" id="${id}-field">
            <label for="${id}">${label}</label>
            <input id="${id}" name="${id}" autocomplete="${autocomplete}" ${attributes} spellcheck="false" required aria-describedby="${id}-error">
            <p class="error" id="${id}-error"></p>
          </div>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
