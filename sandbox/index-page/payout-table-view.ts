import type { Payout } from '../payouts/payout.schema.js';
import { type Html, html } from '../pages/html-text.js';

/** Renders payouts as rows without recipients, because people leave this page open. */
export function payoutTable(payouts: readonly Payout[]): Html {
  const rows = payouts.map(
    ({ id, amount, currency, type, status }) =>
      html`<tr>
        <td><a href="/control/payouts/${id}">${id}</a></td>
        <td class="number">${amount} ${currency}</td>
        <td>${type}</td>
        <td>${status}</td>
      </tr>`,
  );
  return html`<div class="wide">
    <table>
      <thead>
        <tr>
          <th>Payout</th>
          <th>Amount</th>
          <th>Type</th>
          <th>Status</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}
