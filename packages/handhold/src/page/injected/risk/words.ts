/** What inscriptions say that something does when it is pressed, in the languages that are met most. */

/** The same inscriptions are asked about at every look. */
function remembering<T>(judge: (text: string) => T): (text: string) => T {
  let known = new Map<string, { judged: T }>();
  return (text) => {
    const found = known.get(text);
    if (found) return found.judged;
    if (known.size >= 5_000) known = new Map();
    const judged = judge(text);
    if (text.length <= 100) known.set(text, { judged });
    return judged;
  };
}

/** A text as a person reads it: without what can't be seen, and with the parts of joined words apart. */
export function plainly(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/[_\s\p{Pd}]+/gu, ' ');
}

const mine = '(?:(?:my|the|your|this|all|an?) )*';

/** Whole words and phrases that destroy something; what only empties a search or closes a dialog is none of them. */
const destroying = [
  'delete[sd]?|deleting|erase|destroy|wipe|discard|uninstall|deactivate|terminate|revoke|unsubscribe|purge|trash',
  'remove|transfer|withdraw|send money|format|disconnect|shut ?down|power off|factory reset|unlink|unfriend',
  'reset(?! (?:all )?(?:the )?(?:filters?|search|view|zoom|sort\\w*)(?! \\p{L}))',
  `close ${mine}account|disable ${mine}account`,
  `cancel ${mine}(?:order|subscription|account|plan|booking|reservation|membership|appointment|contract|policy|trip|flight|ticket|registration|service)s?`,
  `clear (?:all|everything)(?! (?:the )?(?:filters?|selections?|facets|refinements))`,
  `clear ${mine}(?:history|data|cache|cookies|chats?|conversations?|logs?|database|storage|playlist|queue|cart|basket|trash)`,
  `empty ${mine}(?:trash|(?:recycle )?bin|cart|basket|folder|spam|junk|mailbox|bucket|database|queue)`,
  `drop ${mine}(?:database|table|schema|collection|index|column|user)s?`,
  `leave ${mine}(?:organi[sz]ation|team|group|workspace|server|project|channel|company|community|family|course)`,
  'l[öo]schen|loeschen|entfernen|k[üu]ndigen|kuendigen|stornieren|verwerfen|deaktivieren|widerrufen|vernichten|leeren|zur[üu]cksetzen',
  'supprimer|effacer|d[ée]truire|r[ée]silier|d[ée]sactiver|vider la corbeille|annuler (?:la |ma |mon |votre )?(?:commande|r[ée]servation)',
  'eliminar?|elim[ií]nalo|borrar?|vaciar|desactivar|dar de baja|cancelar (?:la |mi |el |tu )?(?:reserva|suscripci[óo]n|pedido|cuenta)',
  'cancella|rimuovi|svuota|disattiva|excluir|apagar|verwijder(?:en)?|wissen|opzeggen|radera|ta bort|slett?|fjern|poista',
  'usu[ńn](?:[ąa][ćc])?|skasuj|smazat|odstranit|sil|hapus|x[óo]a|удалить|удали|стереть|отписаться|видалити|حذف|מחק',
].join('|');
/** Made when it is first asked for, which takes its time. */
let destroyingWord: RegExp | undefined;
/** Where words are not set apart. */
const destroyingSign = /削除|消去|解約|退会|删除|刪除|清空|注销|註銷|삭제|탈퇴|해지|हटाएं|ลบ/u;

export const destroys = remembering((text) => {
  const said = plainly(text);
  destroyingWord ??= new RegExp(`(?<![\\p{L}\\p{N}])(?:${destroying})(?![\\p{L}\\p{N}])`, 'iu');
  return destroyingWord.test(said) || destroyingSign.test(said);
});

/** Words on what is pressed to pay, where cards are taken. */
const payWords =
  /\b(pay|buy|order|purchase|donate|checkout|check out|subscribe|book|confirm|submit|complete|finali[sz]e|place|charge|process|bezahl\w*|zahl\w*|kauf\w*|bestell\w*|payer|acheter|commander|pagar|comprar)\b/i;
/** Words that say so by themselves. */
const surelyPays =
  /\b(pay|buy|purchase|donate|order now|(place|submit|confirm|complete|finali[sz]e|process|make|create|authori[sz]e) (an? |my |your |the )?(order|payment|purchase|charge|transaction)|finali[sz]e|place ?order|(zahlungspflichtig )?bestell\w*|bezahl\w*|zahlen|kaufen|payer|acheter|pagar|comprar)\b/i;
/** More words than this are no inscription. */
const longestInscription = 60;

/** How sure it is, by an inscription, that something is pressed to pay. */
export const paying = remembering((text): 'surely' | 'maybe' | undefined => {
  const said = plainly(text).trim();
  if (said.length > longestInscription) return undefined;
  return surelyPays.test(said) ? 'surely' : payWords.test(said) ? 'maybe' : undefined;
});
