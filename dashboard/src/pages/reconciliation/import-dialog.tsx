import { type ReactElement, useRef, useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { ActButton, Problem } from '../../design/act-button.js';
import { Dialog } from '../../design/dialog.js';
import { Field } from '../../design/field.js';
import { useAct } from '../../live/use-act.js';
import { endOfDay, startOfDay } from '../../text/day.js';
import { useText } from '../../text/use-text.js';
import { IMPORT_STATEMENT, STATEMENT_COLUMNS } from './reconciliation-documents.js';
import css from './reconciliation.module.css';

// The API's limit. Larger requests fail there with an error that does not mention the file.
const MAX_BYTES = 100_000;

interface ImportDialogProps {
  readonly accountId: string | null;
  readonly onClose: () => void;
}

/** Imports a statement of the provider from a file. Lists parse errors by line and column. */
export function ImportDialog({ accountId, onClose }: ImportDialogProps): ReactElement {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const from = useRef<HTMLInputElement>(null);
  const to = useRef<HTMLInputElement>(null);
  const [, importStatement] = useMutation(IMPORT_STATEMENT);
  const [{ data: format }] = useQuery({ query: STATEMENT_COLUMNS });
  const columns = format?.statementColumns ?? [];
  const act = useAct(onClose, async () => {
    setProblems([]);
    const file = input.current?.files?.[0];
    if (!file) return text('statement.fileNeeded');
    if (file.size > MAX_BYTES) return text('statement.tooLarge');
    const [first, last] = [from.current?.value ?? '', to.current?.value ?? ''];
    if ((first === '') !== (last === '')) return text('statement.bothDays');
    const period = first === '' ? null : { from: startOfDay(first), to: endOfDay(last) };
    const { data, error } = await importStatement({ input: { accountId, csv: await file.text(), period } });
    if (!data) return { error };
    const { statement, userErrors } = data.importStatement;
    setProblems(userErrors.map(({ message }) => message));
    return statement ? undefined : text('statement.refused');
  });
  return (
    <Dialog
      title={text('statement.title')}
      isOpen
      onClose={onClose}
      action={<ActButton act={act} tone="primary" word={text('reconciliation.import')} />}
    >
      <p>{text('statement.words')}</p>
      {columns.length > 0 ? (
        <p>
          {text('statement.columns', { id: columns[0] ?? '', others: columns.slice(1).join(', ') })}{' '}
          <a href={templateOf(columns)} download="statement.csv">
            {text('statement.template')}
          </a>
        </p>
      ) : null}
      <Field
        ref={input}
        label={text('statement.file')}
        hint={text('statement.fileHint')}
        type="file"
        accept=".csv,text/csv"
      />
      <Field ref={from} label={text('statement.firstDay')} type="date" />
      <Field ref={to} label={text('statement.lastDay')} hint={text('statement.periodHint')} type="date" />
      <Problem act={act} />
      <ul className={css.problems}>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Returns a CSV template as a data URL, with a fictitious payout as an example. */
function templateOf(columns: readonly string[]): string {
  const example = ['00000000-0000-4000-8000-000000000000', '1500.00', 'BRL', 'COMPLETED'];
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`${columns.join(',')}\r\n${example.join(',')}\r\n`)}`;
}
