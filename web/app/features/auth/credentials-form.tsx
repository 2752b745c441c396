import { DEMO_LOG_INS } from '@agio/contracts/demo';
import { EMAIL_ADDRESS, LEAST_PASSWORD_LENGTH } from '@agio/contracts/account-limits';
import { AtSign, Eye, EyeOff, KeyRound } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { FieldError, TextField } from '../../../ui/text-field.tsx';
import type { Credentials } from '../../api/calls/account.ts';
import { ApiError } from '../../api/request.ts';
import { refusalText } from '../../i18n/words.ts';
import { useRootData } from '../../visitor/session.ts';

/** Refusals that belong to one field; the others stand above the button. */
const FIELD_OF_CODE: Readonly<Record<number, keyof Credentials>> = {
  50001: 'email',
  50002: 'password',
  50003: 'password',
};

type CredentialsFormProps = {
  readonly kind: 'login' | 'register';
  readonly email?: string;
  readonly submit: (credentials: Credentials) => Promise<unknown>;
  readonly onDone: () => void;
};

/** For useSyncExternalStore: false on the server and until React has taken over the page, then true. */
const never = () => () => {};
const isInBrowser = () => true;
const isOnServer = () => false;

export function CredentialsForm({ kind, email = '', submit, onDone }: CredentialsFormProps) {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(false);
  const isRunning = useSyncExternalStore(never, isInBrowser, isOnServer);
  const isDemo = useRootData()?.isDemo ?? false;
  const form = useForm<Credentials>({ defaultValues: { email, password: '' }, mode: 'onTouched' });
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;
  const send = form.handleSubmit(async (credentials) => {
    try {
      await submit({ email: credentials.email.trim(), password: credentials.password });
      onDone();
    } catch (error) {
      const field = error instanceof ApiError ? FIELD_OF_CODE[error.code] : undefined;
      form.setError(field ?? 'root', { message: refusalText(t, error) }, { shouldFocus: true });
    }
  });
  const rules = {
    email: { required: t('auth.email_missing'), pattern: { value: EMAIL_ADDRESS, message: t('auth.email_invalid') } },
    password: {
      required: t('auth.password_missing'),
      ...(kind === 'register'
        ? { minLength: { value: LEAST_PASSWORD_LENGTH, message: t('auth.password_short') } }
        : {}),
    },
  };
  const Reveal = isShown ? EyeOff : Eye;
  return (
    // Until scripts run the button is disabled; `post` keeps the password out of the address if the form is sent all the
    // same.
    <form
      method="post"
      onSubmit={(event) => void send(event)}
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <TextField
        label={t('auth.email')}
        type="email"
        autoComplete="username"
        inputMode="email"
        dir="ltr"
        icon={<AtSign aria-hidden className="size-4 flex-none" />}
        error={errors.email?.message}
        {...form.register('email', rules.email)}
      />
      <TextField
        label={t('auth.password')}
        type={isShown ? 'text' : 'password'}
        autoComplete={kind === 'login' ? 'current-password' : 'new-password'}
        dir="ltr"
        icon={<KeyRound aria-hidden className="size-4 flex-none" />}
        hint={kind === 'register' ? t('auth.password_hint') : undefined}
        error={errors.password?.message}
        end={
          <IconButton
            label={t(isShown ? 'auth.hide_password' : 'auth.show_password')}
            aria-pressed={isShown}
            className="-me-1.5"
            onClick={() => setIsShown(!isShown)}
          >
            <Reveal aria-hidden className="size-4" />
          </IconButton>
        }
        {...form.register('password', rules.password)}
      />
      {errors.root?.message ? <FieldError text={errors.root.message} className="mt-0" /> : null}
      <Button
        type="submit"
        look="primary"
        className="h-11 w-full"
        busy={isSubmitting || isSubmitSuccessful}
        disabled={!isRunning}
      >
        {t(kind === 'login' ? 'auth.log_in' : 'auth.register')}
      </Button>
      {kind === 'login' && isDemo ? (
        <DemoLogIns
          isDisabled={!isRunning || isSubmitting || isSubmitSuccessful}
          onChoose={(person) => {
            form.setValue('email', person.email);
            form.setValue('password', person.password);
            void send();
          }}
        />
      ) : null}
      <noscript>
        <p className="text-13 text-muted">{t('auth.needs_script')}</p>
      </noscript>
    </form>
  );
}

type DemoLogInsProps = {
  readonly isDisabled: boolean;
  readonly onChoose: (person: Credentials) => void;
};

/** A demo's people, whose passwords are no secret: one press logs in. */
function DemoLogIns({ isDisabled, onChoose }: DemoLogInsProps) {
  const { t } = useTranslation();
  return (
    <div role="group" aria-label={t('auth.demo')} className="grid gap-2 border-t border-line pt-4">
      <p className="text-13 text-muted">{t('auth.demo')}</p>
      <div className="grid grid-cols-2 gap-2">
        {DEMO_LOG_INS.map(({ name, email, password }) => (
          <Button key={email} type="button" disabled={isDisabled} onClick={() => onChoose({ email, password })}>
            <bdi>{name}</bdi>
          </Button>
        ))}
      </div>
    </div>
  );
}
