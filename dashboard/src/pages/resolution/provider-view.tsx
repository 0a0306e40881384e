import type { ReactElement } from 'react';
import { Facts } from '../../design/facts.js';
import { Status, type Tone } from '../../design/status.js';
import { formatAmount } from '../../text/amount.js';
import { ExactTime } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import type { ProviderPayoutView } from './resolution-documents.js';
import css from './resolution.module.css';

type Verdict = ProviderPayoutView['amountVerdict'];

const TONES: Readonly<Record<Verdict, Tone>> = { MATCHES: 'good', DIFFERS: 'bad', NOT_SHOWN: 'warn' };

/** The facts of a payout that are compared with the provider's. */
export interface ComparedPayout {
  readonly currency: string;
  readonly recipient: { readonly requisites: string };
}

interface ProviderViewProps {
  readonly view: ProviderPayoutView;
  /** The payout that it is compared with. */
  readonly payout: ComparedPayout;
}

/** Shows the facts of a payout at the provider, with a verdict on each. */
export function ProviderView({ view, payout }: ProviderViewProps): ReactElement {
  const text = useText();
  const { providerStatus, amount, createdAt, amountVerdict, recipientVerdict, timeVerdict, callbackVerdict } = view;
  const compared = (value: ReactElement | string | null, verdict: Verdict): ReactElement => (
    <span className={css.compared}>
      {value}
      <Status tone={TONES[verdict]} word={text(`resolution.verdict.${verdict}`)} />
    </span>
  );
  // The requisites of another recipient must not be shown.
  const requisites = recipientVerdict === 'MATCHES' ? payout.recipient.requisites : null;
  return (
    <Facts
      facts={[
        [text('resolution.providerStatus'), providerStatus],
        [text('payout.amount'), compared(amount && formatAmount(amount, payout.currency), amountVerdict)],
        [text('payout.recipient'), compared(requisites, recipientVerdict)],
        [text('resolution.time'), compared(createdAt && <ExactTime at={createdAt} />, timeVerdict)],
        [text('resolution.callback'), compared(null, callbackVerdict)],
      ]}
    />
  );
}
