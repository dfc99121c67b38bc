import type { SetUpRecord } from '@/lib/kit/setup/records';
import type { PolicyVersion } from '@/lib/money/expense-policies/policy-version';
import type { RuleKind } from '@/lib/money/expense-policies/rule-kinds';
import { kindLabel } from '@/lib/money/expense-policies/rule-words';
import type { signedInPrincipal } from '../signed-in';
import { Link } from '../ui/link';
import { saveRule } from './actions';
import { RuleForm } from './rule-form';
import { piecesOf, RULE_GROUPS, type RuleGroup, ruleFields, ruleName, ruleValues, sentenceOf } from './sentences';

interface Props {
  reader: Pick<Awaited<ReturnType<typeof signedInPrincipal>>, 't' | 'locale' | 'format'>;
  policy: SetUpRecord;
  rules: readonly SetUpRecord[];
  version: PolicyVersion;
  /** Whether the reader may change the rules. */
  editable: boolean;
  /** The kind of the rule that is being added. */
  adding: RuleKind | null;
  /** The address of the page, and with a new rule of a kind. */
  here: (kind?: RuleKind) => string;
}

/** The rules of a version by what they are about, each as one sentence. */
export function RuleGroups(props: Props) {
  return Object.keys(RULE_GROUPS).map((group) => <Group key={group} {...props} group={group as RuleGroup} />);
}

function Group({ group, ...props }: Props & { group: RuleGroup }) {
  const { reader, rules, editable, adding, here, version } = props;
  const { t } = reader;
  const kinds: readonly RuleKind[] = RULE_GROUPS[group];
  const own = rules.filter(({ values }) => kinds.includes(values.kind as RuleKind));
  return (
    <section className="panel policy-group" aria-labelledby={`rules-${group}`}>
      <h2 id={`rules-${group}`}>{t(`expense.group.${group}`)}</h2>
      {own.length === 0 && !(adding && kinds.includes(adding)) && <p className="support">{t('expense.rules.none')}</p>}
      <ul className="policy-rules">
        {own.map((rule) => (
          <li key={rule.id}>
            {editable ? <Sentence {...props} rule={rule} /> : sentenceOf(t, rule, version, reader.format.money)}
          </li>
        ))}
        {editable && adding && kinds.includes(adding) && (
          <li key="new">
            <Sentence {...props} rule={null} />
          </li>
        )}
      </ul>
      {editable && (
        <div className="policy-add">
          {kinds.map((kind) => (
            <Link key={kind} className="button quiet" href={here(kind)}>
              {t('expense.rule.add', { kind: kindLabel(t, kind) })}
            </Link>
          ))}
        </div>
      )}
    </section>
  );
}

/** The sentence of a rule, or of a new one. */
function Sentence({
  reader: { t, locale },
  policy,
  version,
  adding,
  here,
  rule
}: Props & { rule: SetUpRecord | null }) {
  const kind = (rule?.values.kind ?? adding) as RuleKind;
  const chosen = rule?.values.type;
  const type = version.types.find(({ id }) => id === chosen)?.name;
  return (
    <RuleForm
      // What was saved takes the place of what was typed.
      key={rule?.version}
      name={ruleName(t, kind, type)}
      pieces={piecesOf(t, kind)}
      fields={ruleFields(t, kind, version.types, chosen)}
      values={ruleValues(kind, rule, locale)}
      currency={kind === 'distance' ? '' : version.currency}
      version={rule?.version}
      action={saveRule.bind(null, { issuerId: policy.issuerId, id: policy.id }, { kind, id: rule?.id ?? null })}
      cancelHref={rule ? undefined : here()}
      texts={{
        failed: t('save.failed'),
        serverDown: t('server.down'),
        cancel: t('form.cancel'),
        save: t(rule ? 'setup.save' : 'setup.add'),
        remove: t('setup.delete')
      }}
    />
  );
}
