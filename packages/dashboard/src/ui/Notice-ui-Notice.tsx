import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import classes from './Notice.module.css';

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'mute';

const ICONS: Record<Tone, IconName> = {
  ok: 'check',
  warn: 'warn',
  bad: 'cross',
  info: 'info',
  mute: 'info',
};

interface NoticeProps {
  tone: Tone;
  title: ReactNode;
  children?: ReactNode;
}

/** Something that people have to know. Screen readers announce errors immediately. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={ICONS[tone]} className={classes.icon} />
      <div className={classes.text}>
        <strong>{title}</strong>
        {children}
      </div>
    </div>
  );
}
