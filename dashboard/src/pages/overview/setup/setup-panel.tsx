import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { failureOf } from '../../../api/failure.js';
import { useHolds } from '../../../api/viewer.js';
import { Button } from '../../../design/button.js';
import detail from '../../../design/detail.module.css';
import { FailureNotice } from '../../../design/notice.js';
import { Panel } from '../../../design/panel.js';
import { ReasonDialog } from '../../../design/reason-dialog.js';
import { Status } from '../../../design/status.js';
import { Steps } from '../../../design/steps.js';
import { useDeskChanges } from '../../../live/desk-feed.js';
import { useText } from '../../../text/use-text.js';
import { MARK_SETUP_STEP, SETUP, type SetupStep } from './setup-documents.js';

/** The page where a person does a step; a step without one is done outside of the dashboard. */
const PAGES: Readonly<Partial<Record<SetupStep['name'], '/keys' | '/rules' | '/balances' | '/webhooks/health'>>> = {
  SECOND_PERSON: '/keys',
  POLICIES: '/rules',
  BALANCE: '/balances',
  ORDER_WEBHOOKS: '/webhooks/health',
  PAYOUT_WEBHOOKS: '/webhooks/health',
};

/** Lists the steps before the first real payment, until all are done. Empty for people who can do none of them. */
export function SetupPanel(): ReactElement | null {
  const text = useText();
  const maySee = useHolds('policies:change');
  const [marked, setMarked] = useState<SetupStep['name'] | null>(null);
  const [{ data, error }, execute] = useQuery({ query: SETUP, pause: !maySee });
  const [, mark] = useMutation(MARK_SETUP_STEP);
  const readAgain = (): void => {
    execute({ requestPolicy: 'network-only' });
  };
  const steps = data?.desk.setup ?? [];
  const isWaitingFor = (name: SetupStep['name']): boolean => steps.some((step) => step.name === name && !step.isDone);
  useDeskChanges(['API_KEY', 'BALANCE', 'POLICY'], readAgain);
  useDeskChanges(['WEBHOOK_EVENT'], () => {
    if (isWaitingFor('ORDER_WEBHOOKS') || isWaitingFor('PAYOUT_WEBHOOKS')) readAgain();
  });
  const open = steps.filter(({ isDone }) => !isDone).length;
  if (error && !data) return <FailureNotice failure={failureOf(error)} onRetry={readAgain} />;
  if (open === 0) return null;
  return (
    <Panel title={text('setup.title', { open, all: steps.length })}>
      <p>{text('setup.words')}</p>
      <Steps>
        {steps.map((step) => (
          <Step key={step.name} step={step} onMark={setMarked} />
        ))}
      </Steps>
      {marked ? (
        <ReasonDialog
          title={text('setup.markTitle', { step: text(`setup.step.${marked}`) })}
          words={text('setup.markWords')}
          label={text('setup.note')}
          field="note"
          emptyProblem={text('setup.noteNeeded')}
          word={text('setup.mark')}
          tone="primary"
          onClose={() => {
            setMarked(null);
            readAgain();
          }}
          onReason={async (note) => {
            const { data: done, error } = await mark({ input: { step: marked, note } });
            return { error, userErrors: done?.markSetupStep.userErrors };
          }}
        />
      ) : null}
    </Panel>
  );
}

interface StepProps {
  readonly step: SetupStep;
  readonly onMark: (name: SetupStep['name']) => void;
}

function Step({ step: { name, isDone, canBeMarked }, onMark }: StepProps): ReactElement {
  const text = useText();
  const page = PAGES[name];
  return (
    <li className={detail.change}>
      <div className={detail.step}>
        <Status tone={isDone ? 'good' : 'done'} word={text(isDone ? 'setup.done' : 'setup.open')} />
        <span>{text(`setup.step.${name}`)}</span>
        {!isDone && page ? <Link to={page}>{text('setup.toPage')}</Link> : null}
        {!isDone && canBeMarked ? (
          <Button
            tone="quiet"
            aria-label={text('setup.markTitle', { step: text(`setup.step.${name}`) })}
            onClick={() => {
              onMark(name);
            }}
          >
            {text('setup.mark')}
          </Button>
        ) : null}
      </div>
      {isDone ? null : <p className={detail.faint}>{text(`setup.words.${name}`)}</p>}
    </li>
  );
}
