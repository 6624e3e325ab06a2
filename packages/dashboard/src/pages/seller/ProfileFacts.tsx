import type { SellerProfile } from '@mkt/client';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { OutsideLink } from './OutsideLink.tsx';

/** The links and the contact of a seller; nothing if there are none. */
export function ProfileFacts({ profile }: { profile: SellerProfile }) {
  const facts = [
    ['Website', profile.website],
    ['Contact', profile.contact],
    ['Terms', profile.termsUrl],
    ['Documentation', profile.documentationUrl],
  ] as const;
  const given = facts.filter(([, text]) => text !== null);
  if (given.length === 0) return null;
  return (
    <Facts>
      {given.map(([name, text]) => (
        <Fact key={name} name={name}>
          <OutsideLink href={text ?? ''} />
        </Fact>
      ))}
    </Facts>
  );
}
