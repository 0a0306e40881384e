import type { ReactElement } from 'react';
import { CheckList, SelectField } from '../../design/choices.js';
import css from '../../design/field.module.css';
import { useText } from '../../text/use-text.js';
import { KEY_ROLES } from './key-status.js';
import { PERMISSION_GROUPS, type Preset, PRESETS } from './permissions.js';

export interface Permissions {
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
}

interface PermissionFieldsProps {
  readonly permissions: Permissions;
  readonly onChange: (permissions: Permissions) => void;
}

/** Asks what a key may do: a preset for a program, roles for a person, and permissions beside them. */
export function PermissionFields({ permissions, onChange }: PermissionFieldsProps): ReactElement {
  const text = useText();
  const { roles, scopes } = permissions;
  const presets = Object.keys(PRESETS) as readonly Preset[];
  const isAs = (preset: Preset): boolean =>
    roles.length === 0 &&
    PRESETS[preset].length === scopes.length &&
    PRESETS[preset].every((one) => scopes.includes(one));
  return (
    <>
      <SelectField
        label={text('key.preset')}
        choices={[
          { value: '', word: text('key.preset.none') },
          ...presets.map((value) => ({ value, word: text(`key.preset.${value}`) })),
        ]}
        value={presets.find(isAs) ?? ''}
        onChange={(chosen) => {
          const preset = presets.find((known) => known === chosen);
          onChange({ roles: [], scopes: preset ? PRESETS[preset] : [] });
        }}
      />
      <CheckList
        label={text('key.rolesChosen')}
        choices={KEY_ROLES.map((role) => ({
          value: role,
          word: text(`key.role.${role}`),
          hint: text(`key.roleHint.${role}`),
        }))}
        chosen={roles}
        onChange={(chosen) => {
          onChange({ roles: chosen, scopes });
        }}
      />
      <details className={css.group}>
        <summary>{text('key.moreScopes', { count: scopes.length })}</summary>
        <div className={css.group}>
          {PERMISSION_GROUPS.map((group) => (
            <CheckList
              key={group.title}
              label={text(group.title)}
              choices={group.scopes.map((scope) => ({ value: scope, word: text(`scope.${scope}`) }))}
              chosen={scopes}
              onChange={(chosen) => {
                onChange({ roles, scopes: chosen });
              }}
            />
          ))}
        </div>
      </details>
    </>
  );
}
