import { type ReactElement, useState } from 'react';
import { useMutation } from 'urql';
import { Problem } from '../../design/act-button.js';
import { Button } from '../../design/button.js';
import css from '../../design/form.module.css';
import { Panel } from '../../design/panel.js';
import { Problems } from '../../live/problems.js';
import { useAct } from '../../live/use-act.js';
import { useCreation } from '../../live/use-creation.js';
import { useText } from '../../text/use-text.js';
import { ConfirmPayout } from './confirm-payout.js';
import {
  CREATE_PAYOUT,
  type CreatedPayout,
  type Destination,
  type Foreseen,
  type Preview,
} from './new-payout-documents.js';
import { PayoutConsequences } from './payout-consequences.js';
import { draftFor, fieldsOf, type PayoutDraft, toInput, valueAt } from './payout-draft.js';
import { PayoutFields } from './payout-fields.js';
import { useAskPreview, usePreview } from './use-preview.js';

interface FormProps {
  readonly destinations: readonly Destination[];
  readonly onCreated: (created: CreatedPayout) => void;
}

/** Asks for a payout, says live what would happen to it, and creates it once that was confirmed. */
export function PayoutForm({ destinations, onCreated }: FormProps): ReactElement | null {
  const [first] = destinations;
  const [draft, setDraft] = useState<PayoutDraft | null>(first ? draftFor(first, null) : null);
  const destination = destinations.find(({ id }) => id === draft?.destination);
  if (!draft || !destination) return null;
  return <DraftForm {...{ destinations, destination, draft, setDraft, onCreated }} />;
}

interface DraftFormProps extends FormProps {
  readonly destination: Destination;
  readonly draft: PayoutDraft;
  readonly setDraft: (draft: PayoutDraft) => void;
}

type Recordable = Preview & { readonly foreseen: Foreseen };

function DraftForm({ destinations, destination, draft, setDraft, onCreated }: DraftFormProps): ReactElement {
  const text = useText();
  const [, create] = useMutation(CREATE_PAYOUT);
  const [takenBy, setTakenBy] = useState<string | null>(null);
  const [shown, setShown] = useState<Recordable | null>(null);
  const fields = [
    ...['amount', 'currency', 'externalId', 'note', 'paymentType', 'serviceId'],
    ...fieldsOf(destination, draft).map(({ name }) => `recipient.${name}`),
  ];
  const noteTaken = (payload: Pick<CreatedPayout, 'payout'> & { userErrors: readonly { code: string }[] }): void => {
    if (payload.userErrors.some(({ code }) => code === 'EXTERNAL_ID_TAKEN')) setTakenBy(payload.payout?.id ?? null);
  };
  const { act, idempotencyKey } = useCreation(fields, async () => {
    const { data, error } = await create({ input: toInput(draft, destination, idempotencyKey) });
    const payload = data?.createPayout;
    if (payload) noteTaken(payload);
    // The form shows these problems.
    if (payload && payload.userErrors.length > 0) setShown(null);
    return {
      failure: error,
      userErrors: payload?.userErrors ?? [],
      onCreated: payload?.payout
        ? () => {
            onCreated(payload);
          }
        : null,
    };
  });
  const input = toInput(draft, destination, idempotencyKey);
  const live = usePreview(input);
  const ask = useAskPreview();
  const check = useAct(
    () => undefined,
    async () => {
      const { preview, answer } = await ask(input);
      if (preview) noteTaken(preview);
      // The answer to an earlier press was lost: the payout exists already.
      if (preview?.isRepeat) act.run();
      if (preview?.isRepeat) return undefined;
      if (preview?.foreseen) setShown({ ...preview, foreseen: preview.foreseen });
      return answer;
    },
    fields,
  );
  const found = Problems.told(text, live.answer, fields, 'failure.noAnswer');
  // Empty fields are complained about only once somebody wants to create the payout.
  const problemOf = (path: string): string | null =>
    live.isCurrent && valueAt(draft, path) !== '' ? found.at(path) : (act.problemOf(path) ?? check.problemOf(path));
  const isUnderWay = check.isUnderWay || act.isUnderWay;
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isUnderWay) check.run();
      }}
    >
      <PayoutFields {...{ destinations, destination, draft, setDraft, problemOf, takenBy }} />
      {live.isCurrent && live.preview?.foreseen ? (
        <Panel title={text('newPayout.preview')}>
          <PayoutConsequences preview={live.preview} />
        </Panel>
      ) : null}
      <Problem act={check} />
      {shown ? (
        <ConfirmPayout
          preview={shown}
          destination={destination.title}
          recipientName={draft.recipient['name'] ?? ''}
          act={act}
          onClose={() => {
            setShown(null);
          }}
        />
      ) : (
        <Problem act={act} />
      )}
      <Button tone="primary" type="submit" disabled={isUnderWay} className={css.submit}>
        {text('newPayout.create')}
      </Button>
    </form>
  );
}
