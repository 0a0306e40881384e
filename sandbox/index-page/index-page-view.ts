import type { HttpAnswer } from '../http/answer.js';
import { type CatalogueEntry, faultCatalogue } from '../faults/fault-catalogue.js';
import type { ArmedFault } from '../faults/fault-shelf.js';
import { type Order, paymentLinkOf } from '../orders/order.schema.js';
import type { Payout } from '../payouts/payout.schema.js';
import { type Html, html } from '../pages/html-text.js';
import { pageAnswer } from '../pages/page-layout.js';
import { payoutTable } from './payout-table-view.js';
import { testCardTable } from './test-card-table-view.js';

const faultExample = `curl -X POST {url}/control/faults -H 'content-type: application/json' \\
  -d '{"on": "createOrder", "fault": "dropAfterAccepting", "times": 1}'`;

/** Choice that removes all set faults and sets none. */
export const NO_FAULT = 'none';

export function nameOf({ on, fault }: Pick<CatalogueEntry, 'on' | 'fault'>): string {
  return `${on}.${fault}`;
}

export function indexPage({
  baseUrl,
  recentOrders,
  recentPayouts,
  armedFaults,
}: {
  baseUrl: string;
  recentOrders: readonly Order[];
  recentPayouts: readonly Payout[];
  armedFaults: readonly ArmedFault[];
}): HttpAnswer {
  const body = html`<h1>Provider sandbox</h1>
    <section class="card">
      <h2>What is here</h2>
      <p>
        The provider's API for orders and their cards at <code>${baseUrl}/v1/orders</code> and for payouts at
        <code>${baseUrl}/v1/payouts</code> (header <code>X-Api-Token</code>), its hosted payment page, its webhooks, and
        a control API that moves orders and payouts, enables what <a href="/control/terminals">terminals</a> take and
        sets faults. All of it is described in <a href="/openapi.json">openapi.json</a>; everything that happened is in
        <a href="/control/book">the book</a>.
      </p>
    </section>
    <section class="card">
      <h2>Recent orders</h2>
      ${recentOrders.length === 0 ? html`<p>None yet.</p>` : orderTable({ recentOrders, baseUrl })}
    </section>
    <section class="card">
      <h2>Recent payouts</h2>
      ${recentPayouts.length === 0 ? html`<p>None yet.</p>` : payoutTable(recentPayouts)}
    </section>
    <section class="card">
      <h2>Test cards</h2>
      ${testCardTable()}
    </section>
    <section class="card" id="faults">
      <h2>Faults</h2>
      <p role="status">
        ${armedFaults.length === 0 ? 'None is set.' : `Set now: ${armedFaults.map(describeArmed).join(', ')}.`}
      </p>
      ${armedFaults.length === 0 ? '' : removeForm}
      <p>
        Play one, and it hits the next time. To see an unconfirmed payout find out by itself, play
        <code>dropAfterAccepting</code> on <code>createPayout</code> and send a payout.
      </p>
      ${faultTable()}
      <p>The same, with fields to choose, for more than one hit or for one payout alone:</p>
      <pre>${faultExample.replace('{url}', baseUrl)}</pre>
    </section>`;
  return pageAnswer({ title: 'Provider sandbox', body });
}

function orderTable({ recentOrders, baseUrl }: { recentOrders: readonly Order[]; baseUrl: string }): Html {
  const rows = recentOrders.map(
    (order) =>
      html`<tr>
        <td>${order.externalId === '' ? order.id : order.externalId}</td>
        <td class="number">${order.amount} ${order.currency}</td>
        <td>${order.method}</td>
        <td>${order.status}</td>
        <td><a href="${paymentLinkOf({ orderId: order.id, baseUrl })}">Payment page</a></td>
      </tr>`,
  );
  return html`<div class="wide">
    <table>
      <thead>
        <tr>
          <th>Order</th>
          <th>Amount</th>
          <th>Method</th>
          <th>Status</th>
          <th>Link</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

const removeForm = html`<form method="post" action="/faults/${NO_FAULT}">
  <button class="small-button">Remove all</button>
</form>`;

function faultTable(): Html {
  const rows = faultCatalogue.map(
    ({ on, fault, shape, does }) =>
      html`<tr>
        <td>${on}</td>
        <td><code>${fault}</code></td>
        <td>${Object.keys(shape).join(', ')}</td>
        <td>${does}</td>
        <td>
          <form method="post" action="/faults/${nameOf({ on, fault })}">
            <button class="small-button" aria-label="Play ${fault} on ${on}">Play</button>
          </form>
        </td>
      </tr>`,
  );
  return html`<div class="wide">
    <table>
      <thead>
        <tr>
          <th>on</th>
          <th>fault</th>
          <th>its fields</th>
          <th>what it does</th>
          <th>next time</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

function describeArmed({ rule, remaining }: ArmedFault): string {
  return `${rule.on} ${rule.fault} (${remaining === null ? 'until removed' : `${remaining} left`})`;
}
