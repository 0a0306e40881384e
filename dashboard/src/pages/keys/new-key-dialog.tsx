import { type ReactElement, useState } from 'react';
import { useMutation } from 'urql';
import { useAccounts } from '../../api/use-accounts.js';
import { ActButton, Problem } from '../../design/act-button.js';
import { CheckList } from '../../design/choices.js';
import { Dialog } from '../../design/dialog.js';
import { Field } from '../../design/field.js';
import { SecretDialog } from '../../design/secret-dialog.js';
import { useAct } from '../../live/use-act.js';
import { useText } from '../../text/use-text.js';
import { KEY_ROLES } from './key-status.js';
import { CREATE_KEY } from './keys-documents.js';
import { PermissionFields, type Permissions } from './permission-fields.js';

const DAY_MS = 86_400_000;
const USUAL_DAYS = 90;

const FIELDS = ['name', 'allowedAddresses', 'expiresAt'] as const;

/** Proposes a new key, and shows the first half of its secret once. */
export function NewKeyDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const text = useText();
  const [name, setName] = useState('');
  const [permissions, setPermissions] = useState<Permissions>({ roles: [], scopes: [] });
  const [accountIds, setAccountIds] = useState<readonly string[]>([]);
  const [addresses, setAddresses] = useState('');
  const [lastDay, setLastDay] = useState(() => new Date(Date.now() + USUAL_DAYS * DAY_MS).toISOString().slice(0, 10));
  const [firstHalf, setFirstHalf] = useState<string | null>(null);
  const accounts = useAccounts();
  const [, create] = useMutation(CREATE_KEY);
  const act = useAct(
    () => undefined,
    async () => {
      if (lastDay === '') return { userErrors: [{ field: ['expiresAt'], message: text('key.lastDayNeeded') }] };
      const { data, error } = await create({
        input: {
          name: name.trim(),
          roles: KEY_ROLES.filter((role) => permissions.roles.includes(role)),
          accountIds: [...accountIds],
          scopes: [...permissions.scopes],
          allowedAddresses: wordsOf(addresses),
          expiresAt: `${lastDay}T23:59:59Z`,
        },
      });
      const half = data?.createApiKey.firstHalf;
      if (half) setFirstHalf(half);
      return { error, userErrors: data?.createApiKey.userErrors };
    },
    FIELDS,
  );
  if (firstHalf !== null) {
    return (
      <SecretDialog title={text('keys.new')} words={text('keys.firstHalf')} secret={firstHalf} onClose={onClose} />
    );
  }
  return (
    <Dialog
      title={text('keys.new')}
      isOpen
      onClose={onClose}
      action={<ActButton act={act} tone="primary" word={text('keys.create')} />}
    >
      <p>{text('keys.newWords')}</p>
      <Field
        label={text('key.name')}
        value={name}
        problem={act.problemOf('name')}
        onChange={({ target }) => {
          setName(target.value);
        }}
      />
      <PermissionFields permissions={permissions} onChange={setPermissions} />
      {accounts.length > 0 ? (
        <CheckList
          label={text('key.accountsChosen')}
          choices={accounts.map((account) => ({ value: account.id, word: account.name }))}
          chosen={accountIds}
          onChange={setAccountIds}
        />
      ) : null}
      <Field
        label={text('key.addressesChosen')}
        value={addresses}
        problem={act.problemOf('allowedAddresses')}
        onChange={({ target }) => {
          setAddresses(target.value);
        }}
      />
      <Field
        label={text('key.lastDay')}
        type="date"
        value={lastDay}
        problem={act.problemOf('expiresAt')}
        onChange={({ target }) => {
          setLastDay(target.value);
        }}
      />
      <Problem act={act} />
    </Dialog>
  );
}

/** Splits a line at spaces and commas. */
function wordsOf(line: string): string[] {
  return line.split(/[\s,]+/).filter((word) => word !== '');
}
