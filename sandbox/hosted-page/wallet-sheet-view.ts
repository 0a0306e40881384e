import { type Html, html } from '../pages/html-text.js';

/** The browser that opens each wallet's real sheet (interface, "What the service does"). */
const browsers = { wallet1: 'Safari', wallet2: 'Chrome' } as const;

/** Renders a payment sheet as the wallet would show it over the page. */
export function walletSheet({ orderId, wallet }: { orderId: string; wallet: keyof typeof browsers }): Html {
  return html`<div class="sheet">
    <p class="sheet-title">${wallet}</p>
    <dl>
      <dt>Card</dt>
      <dd>Test card •••• 1111</dd>
    </dl>
    <form method="post" action="/pay/${orderId}/pay"><button class="wallet">Pay with ${wallet}</button></form>
    <form method="post" action="/pay/${orderId}/decline"><button>Decline (as the bank would)</button></form>
    <form method="post" action="/pay/${orderId}/leave"><button>Close without paying</button></form>
    <p class="small">Where money is real this sheet opens in ${browsers[wallet]}, mainly on phones.</p>
  </div>`;
}
