import { rightCode, testCards } from '../cards/test-card.table.js';
import { type Html, html } from '../pages/html-text.js';

/** Renders the test cards as rows, with the digits in groups of four as on a card. */
export function testCardTable(): Html {
  const rows = testCards.map(
    ({ cardNumber, does }) =>
      html`<tr>
        <td class="number">${cardNumber.replace(/(.{4})(?=.)/g, '$1 ')}</td>
        <td>${does}</td>
      </tr>`,
  );
  return html`<p>
      Send one to <code>POST /v1/orders/{orderId}/h2h/card</code> or as the <code>card</code> of an order, with any date
      to come and any CVV. The right SMS code is <code>${rightCode}</code>. The same list as JSON:
      <a href="/control/test-cards">test-cards</a>.
    </p>
    <div class="wide">
      <table>
        <thead>
          <tr>
            <th>Card</th>
            <th>What it does</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`;
}
