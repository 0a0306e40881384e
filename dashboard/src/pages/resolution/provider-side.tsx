import { type ReactElement, useState } from 'react';
import { Panel } from '../../design/panel.js';
import { useText } from '../../text/use-text.js';
import type { Payout } from '../payout/payout-documents.js';
import { Findings } from './findings.js';
import { ProviderCheck } from './provider-check.js';

interface ProviderSideProps {
  readonly payout: Payout;
  readonly onDone: () => void;
}

/** Shows a payout at the provider, with the form to propose an outcome. */
export function ProviderSide({ payout, onDone }: ProviderSideProps): ReactElement {
  const text = useText();
  const { changeRequest } = payout;
  const proposedId = changeRequest?.content.find(({ name }) => name === 'providerPayoutId')?.value ?? '';
  const [typedId, setTypedId] = useState<string | null>(null);
  // Defaults to the proposed id until the user types another one.
  const providerPayoutId = typedId ?? proposedId;
  return (
    <Panel title={text('resolution.shown')}>
      <p>{text('resolution.howTo')}</p>
      <ProviderCheck payout={payout} providerPayoutId={providerPayoutId} onType={setTypedId} />
      {changeRequest ? null : <Findings payout={payout} providerPayoutId={providerPayoutId.trim()} onDone={onDone} />}
    </Panel>
  );
}
