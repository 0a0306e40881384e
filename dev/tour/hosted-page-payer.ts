/**
 * Pays like a customer with a browser: opens the page behind the link and submits the form that pays.
 * @throws Error if the page cannot be opened, has no such form, or rejects it
 */
export async function payOnHostedPage(paymentLink: string): Promise<void> {
  const page = await fetch(paymentLink);
  if (!page.ok) throw new Error(`The hosted page answered ${page.status}.`);
  const form = findPayForm(await page.text());
  const answer = await fetch(new URL(form.action, page.url), {
    method: 'POST',
    body: new URLSearchParams(form.fields),
    // The page redirects to the shop's successUrl, which does not exist here.
    redirect: 'manual',
  });
  if (answer.status >= 400) throw new Error(`The hosted page refused the payment with ${answer.status}.`);
}

interface Form {
  readonly action: string;
  readonly fields: [string, string][];
}

/** Finds the form whose action ends in `/pay`, with its prefilled fields. */
export function findPayForm(html: string): Form {
  for (const [form] of html.matchAll(/<form\b[^]*?<\/form>/gi)) {
    const action = attribute(/<form\b[^>]*>/i.exec(form)?.[0] ?? '', 'action');
    if (action === undefined || !/\/pay$/.test(action)) continue;
    const fields = [...form.matchAll(/<input\b[^>]*>/gi)].flatMap(([input]): [string, string][] => {
      const name = attribute(input, 'name');
      return name === undefined ? [] : [[name, attribute(input, 'value') ?? '']];
    });
    return { action, fields };
  }
  throw new Error('The hosted page has no form that pays.');
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(tag)?.[1]?.replaceAll('&amp;', '&');
}
