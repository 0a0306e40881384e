import type { ReactElement } from 'react';
import { useText } from '../text/use-text.js';
import { Facts } from './facts.js';
import { Panel } from './panel.js';

/** The fields of the provider's object that have no place elsewhere, by the provider's own names. */
export function ProviderDetails({
  details,
}: {
  readonly details: readonly { readonly name: string; readonly value: string | null }[];
}): ReactElement | null {
  const text = useText();
  if (details.length === 0) return null;
  return (
    <Panel title={text('detail.fromProvider')}>
      <Facts facts={details.map(({ name, value }) => [name, value])} />
    </Panel>
  );
}
