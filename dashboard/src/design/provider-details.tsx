import type { ReactElement } from 'react';
import { ExactTime, isInstant } from '../text/time.js';
import { useText } from '../text/use-text.js';
import { Facts } from './facts.js';
import { Panel } from './panel.js';

// Not shown: Purser itself sent the callback URL, and it is stored without its secret, so the link would not work.
const OWN: ReadonlySet<string> = new Set(['callbackUrl']);

/** Fields of the provider's object that appear nowhere else, under the provider's own names. */
export function ProviderDetails({
  details,
}: {
  readonly details: readonly { readonly name: string; readonly value: string | null }[];
}): ReactElement | null {
  const text = useText();
  const shown = details.filter(({ name }) => !OWN.has(name));
  if (shown.length === 0) return null;
  return (
    <Panel title={text('detail.fromProvider')}>
      <Facts
        facts={shown.map(({ name, value }) => [
          name,
          value !== null && isInstant(value) ? <ExactTime key={name} at={value} /> : value,
        ])}
      />
    </Panel>
  );
}
