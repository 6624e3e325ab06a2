import type { CatalogueListing } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { forgetInput, keepInput, keptInput } from '../../data/kept-input.ts';
import { orderQuery } from '../../data/orders.ts';
import { useSession } from '../../data/session.ts';
import { drawingOf } from '../../form/drawing.ts';
import { jsonProblem } from '../../form/form-data.ts';
import { shownAs, type Shown, type View } from '../../form/input-view.ts';
import { firstInput } from './words.ts';

export interface Input {
  /** JSON text, as typed or as the form writes it. */
  text: string;
  /** Why the text is not JSON. */
  problem: string | undefined;
  /** The fields that can show it. */
  shown: Shown;
  view: View;
  setView: (view: View) => void;
  /** The text as typed: from then on the form is shown only when asked for. */
  type: (text: string) => void;
  fill: (text: string) => void;
}

/**
 * The input that the parts of the page share: that of an order to run again, what a visitor typed before
 * signing in, or an example.
 */
export function useInput(
  slug: string,
  listing: CatalogueListing | undefined,
  orderId: string | null,
): Input {
  const session = useSession();
  const [typed, setTyped] = useState(() => (orderId === null ? keptInput(slug) : undefined));
  const isSignedIn = Boolean(session.data);
  const isVisitor = session.data === null;
  useEffect(() => {
    if (isSignedIn) forgetInput(slug);
  }, [isSignedIn, slug]);
  const [chosen, setView] = useState<View>();
  const order = useQuery({ ...orderQuery(orderId ?? ''), enabled: orderId !== null });
  const again = order.data?.requestBodyText;
  const contract = listing?.runContract;
  const text = typed ?? again ?? (contract ? firstInput(contract) : '');
  const drawing = useMemo(() => drawingOf(contract?.inputSchema), [contract]);
  const shown = useMemo(() => shownAs(drawing, text), [drawing, text]);
  const fill = (next: string) => {
    setTyped(next);
    if (isVisitor) keepInput(slug, next);
  };
  return {
    text,
    problem: jsonProblem(text),
    shown,
    view: shown.schema ? (chosen ?? 'form') : 'json',
    setView,
    type(next) {
      setView('json');
      fill(next);
    },
    fill,
  };
}
