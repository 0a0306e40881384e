import type { Order } from '../orders/order.schema.js';
import { type Html, html } from '../pages/html-text.js';

/** Renders the transfer's details for payers who use their bank's own application. */
export function bankTransfer({ id, amount, currency }: Order): Html {
  return html`<p class="small">Transfer from your bank:</p>
    <dl>
      <dt>To</dt>
      <dd>Provider sandbox</dd>
      <dt>IBAN</dt>
      <dd><code>${accountFor(id)}</code></dd>
      <dt>Amount</dt>
      <dd>${amount} ${currency}</dd>
      <dt>Reference</dt>
      <dd><code>${id.slice(0, 8).toUpperCase()}</code></dd>
    </dl>
    <form method="post" action="/pay/${id}/transferred"><button class="primary">I have transferred</button></form>
    <form method="post" action="/pay/${id}/leave"><button>Cancel</button></form>`;
}

/** Returns a fake IBAN: no country is XX and no check digits are 00, so no bank would send money there. */
function accountFor(orderId: string): string {
  const digits = BigInt(`0x${orderId.replaceAll('-', '')}`)
    .toString()
    .slice(-14)
    .padStart(14, '0');
  return `XX00SBOX${digits}`.replace(/(.{4})(?=.)/g, '$1 ');
}
