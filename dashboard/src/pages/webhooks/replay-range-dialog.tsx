import { type ReactElement, useState } from 'react';
import { useMutation } from 'urql';
import { ActButton, Problem } from '../../design/act-button.js';
import { SelectField } from '../../design/choices.js';
import { Dialog } from '../../design/dialog.js';
import { Field } from '../../design/field.js';
import { useCreation } from '../../live/use-creation.js';
import { dayOf, endOfDay, startOfDay } from '../../text/day.js';
import { useText } from '../../text/use-text.js';
import { WEBHOOK_STATES } from './webhook-state.js';
import { REPLAY_RANGE } from './webhooks-documents.js';

/** Replays the webhooks of some days, and shows their number. */
export function ReplayRangeDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const text = useText();
  const today = dayOf(new Date().toISOString());
  const [draft, setDraft] = useState({ from: today, to: today, state: 'FAILED', reason: '' });
  const [done, setDone] = useState<{ readonly replayed: number; readonly purged: number } | null>(null);
  const [, replay] = useMutation(REPLAY_RANGE);
  const { act, problemOf } = useCreation(['from', 'to', 'reason'], async () => {
    if (draft.reason.trim() === '') return refused('reason', text('reason.needed'));
    if (draft.from === '' || draft.to === '') return refused('from', text('replayRange.daysNeeded'));
    const states = WEBHOOK_STATES.filter((known) => known === draft.state);
    const range = { from: startOfDay(draft.from), to: endOfDay(draft.to), reason: draft.reason.trim() };
    const { data, error } = await replay({ input: { ...range, states: states.length === 0 ? null : states } });
    const answer = data?.replayWebhookEvents;
    const userErrors = answer?.userErrors ?? [];
    const isDone = answer !== undefined && userErrors.length === 0;
    return {
      failure: error,
      userErrors,
      onCreated: isDone
        ? () => {
            setDone(answer);
          }
        : null,
    };
  });
  const field = (name: 'from' | 'to' | 'reason', label: string): ReactElement => (
    <Field
      label={label}
      type={name === 'reason' ? 'text' : 'date'}
      value={draft[name]}
      problem={problemOf(name)}
      onChange={({ target }) => {
        setDraft({ ...draft, [name]: target.value });
      }}
    />
  );
  return (
    <Dialog
      title={text('replayRange.title')}
      isOpen
      onClose={onClose}
      action={done ? null : <ActButton act={act} tone="primary" word={text('replayRange.replay')} />}
    >
      {done ? (
        <p role="status">{text('replayRange.done', done)}</p>
      ) : (
        <>
          <p>{text('replayRange.words')}</p>
          {field('from', text('replayRange.from'))}
          {field('to', text('replayRange.to'))}
          <SelectField
            label={text('webhook.state')}
            choices={[
              { value: '', word: text('list.anyStatus') },
              ...WEBHOOK_STATES.map((value) => ({ value, word: text(`webhook.state.${value}`) })),
            ]}
            value={draft.state}
            onChange={(state) => {
              setDraft({ ...draft, state });
            }}
          />
          {field('reason', text('reason.label'))}
          <Problem act={act} />
        </>
      )}
    </Dialog>
  );
}

function refused(field: string, message: string) {
  return { failure: undefined, userErrors: [{ field: [field], message }], onCreated: null };
}
