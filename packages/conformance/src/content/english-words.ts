import { pattern, type ParsedPattern } from 'obscenity';

/** Whole words of the patterns below, for spellings that only the word screen recognizes. */
export const WHOLE_WORDS =
  'fuck,fucks,fucker,fuckers,fucked,fucking,motherfucker,cunt,cunts,shit,shits,shitty,bullshit,shithead,bitch,bitches,asshole,assholes,dumbass,dickhead,whore,whores,slut,sluts,pussy,twat,wanker,nigger,niggers,nigga,niggas,faggot,faggots,kikes,tranny'.split(
    ',',
  );

/** `|` is a word's edge, `[x]` an optional letter. */
export const SLURS: readonly ParsedPattern[] = [
  pattern`nigger`,
  pattern`|nigga|`,
  pattern`|niggas|`,
  pattern`|niggaz|`,
  pattern`faggot`,
  pattern`|kikes|`,
  pattern`|chink|`,
  pattern`|chinks|`,
  pattern`|tran[n]y|`,
  pattern`|tran[n]ies|`,
  pattern`|wetback`,
  pattern`|raghead`,
  pattern`|towelhead`,
];

export const VULGAR: readonly ParsedPattern[] = [
  pattern`fuck`,
  pattern`|fukin`,
  pattern`|fuker`,
  pattern`cunt`,
  pattern`|shit|`,
  pattern`|shits|`,
  pattern`|shit[t]y|`,
  pattern`|shithead`,
  pattern`bullshit`,
  pattern`|bitch|`,
  pattern`|bitches|`,
  pattern`|bitchy|`,
  pattern`|as[s]hole`,
  pattern`|dumbas[s]|`,
  pattern`|jackas[s]|`,
  pattern`|dickhead`,
  pattern`|cocksuck`,
  pattern`|whore|`,
  pattern`|whores|`,
  pattern`|sluts|`,
  pattern`|slut[t]y|`,
  pattern`|pussy|`,
  pattern`|pussies|`,
  pattern`|twat|`,
  pattern`|wanker`,
  pattern`|blowjob`,
  pattern`|handjob`,
  pattern`|gangbang`,
];

/** The beginnings of the patterns above, without repeated letters. */
export const SIGNS =
  /fuc?k|cunt|shit|bitch|nig|fagot|kike|chink|tran[yi]|wetb|ragh|towelh|ashole|dumbas|jackas|dickh|cocks|whore|slut|pus[yi]|twat|wank|blowj|handj|gangb/;
