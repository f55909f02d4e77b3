"""Words that decide what a clause is. Lemmas, lower case; each set names why it is there."""

from __future__ import annotations

from counting.intake.wordlist import words

# Verbs of being, having and meaning: they describe, nobody does anything.
STATIVE = words(
    """be have contain consist include comprise exist depend need require concern belong mean apply involve
    know want wish like love prefer remain stay last cost equal seem appear represent own lack fit suffice
    intend hope expect believe understand deserve matter refer relate pertain entail constitute vary
    differ exceed wait sleep await become aim live desire tend"""
)
# Things happen by themselves: an event when nobody is the subject, and arriving is an event in any case.
EVENT = words(
    """arrive occur happen expire elapse rise fail succeed match follow result lead cause trigger end start
    begin finish stop continue pass go come reach appear disappear run work ring cool dry change increase
    decrease state say show describe allow enable ensure serve cover form fall drop leave get receive help
    contribute take make give wait vary range act indicate mark support determine influence affect play
    turn lie"""
)
# Those that are acts all the same with an object ("runs the tests"), unless it says how long or that it is.
DONE_TO = words("run take make give change stop start turn drop leave increase decrease")
SPANS = words("day hour minute week month year time place part effect sense difference second")
ALWAYS_EVENT = words("arrive occur happen expire elapse")
# Verbs that only carry another one: the act is their complement ("has to sign", "starts to pack").
LIGHT = words("""have need start begin continue proceed try attempt get go help manage use""")
OBLIGED = words("""require oblige expect suppose force schedule entitle authorize authorise allow permit""")
# Passives that state a fact.
STATIVE_PASSIVE = words(
    """want wish like know base locate describe divide compose need require allow permit involve concern
    consider relate mean intend finish complete end organise organize structure interest satisfy entitle
    design expect suppose oblige situate list show depict understand connect make_up limit restrict cause"""
)
# Verbs that say what becomes of a process as a whole.
PROCESS_VERBS = words(
    """start begin end finish terminate continue complete resume repeat stop proceed conclude restart
    initiate create instantiate run trigger take consist involve comprise be have close loop work describe"""
)
PROCESS_NOUNS = words(
    """process procedure workflow subprocess instance routine cycle flow sequence loop visit"""
)
# Subjects that do nothing themselves.
THINGS = words(
    """order invoice form document request application claim email e-mail mail letter good package parcel
    part item payment money time deadline file case report result sample dish meal food bill contract
    agreement data information message notification step task activity action phase stage section chapter
    figure table list rule policy amount price cost value number date day week month year decision outcome
    problem error issue defect damage delivery shipment product material stock component device paper copy
    ticket bug fix test review change quantity difference objection receipt truck pallet label key cake
    dough oven everything something nothing this that these those which what each all some any one it
    condition reason example option purpose goal there interview appointment meeting certificate thesis
    grade approval quotation offer bid plan refund fee work job entry record answer response reply
    feedback code card thing privilege failure argument account confirmation reminder picking page website
    link"""
)
# Where a job title ends in none of the usual ways.
PEOPLE = words(
    """customer client patient clerk staff nurse guest applicant student boss chef host guard user buyer
    seller staff colleague person people man woman director author editor owner head lead agent officer
    secretary physician doctor surgeon assistant attendant accountant technician analyst specialist expert
    witness judge recruit candidate citizen neighbour neighbor parent child pupil member partner party
    participant tenant who whoever someone somebody everyone everybody anyone he she we you i they
    reviewer referee baker cook representative executive crew chair chairman dean pilot policeman employee
    delegate steward manager supervisor coordinator engineer developer tester operator inspector
    dispatcher driver courier administrator auditor controller planner trainer recruiter teacher lawyer
    worker cashier designer requester approver substitute deputy"""
)
PEOPLE_ENDINGS = ("er", "or", "ist", "ian", "ee", "eer", "man", "woman", "ant", "ent", "yst", "eur")
GROUPS = words(
    """department office team company unit group committee board bank hospital agency authority ministry
    court organisation organization firm supplier vendor system server software application tool platform
    reception registry municipality division section desk service centre center laboratory lab workshop
    warehouse storehouse shop store kitchen bar housekeeping accounting accounts finance purchasing
    procurement sales marketing hr legal security engineering management administration logistics
    production shipping support dispatch payroll treasury audit compliance quality operations planning
    insurer insurance government council school university faculty press publisher machine robot analyser
    portal database headquarter brigade police fire ward pharmacy clinic retailer wholesaler manufacturer
    carrier provider contractor"""
)
# Meta sentences: about the description, not of the work.
META = (
    r"\bas follows\b|\bin the following (?:way|manner|order|steps?)\b|\blike this\s*[.:]?$|"
    r"\bthis (?:section|document|chapter|page|guide|process|procedure|policy|description|text|article|sop)\b"
    r"[^.]*\b(?:describe|explain|outline|cover|define|provide|show|present|apply|applie|concern|contain)s?\b|"
    r"\b(?:is|are) (?:described|explained|outlined|shown|summari[sz]ed|listed|depicted) (?:below|above|here|"
    r"in)\b|"
    r"\b(?:two|three|four|five|several|different|various) (?:kinds|types|sorts|categories|phases) of\b|"
    r"\bthe following (?:text|section|paragraph|describes|steps?|process|example|scenario|activities)\b"
)
# What opens a sentence without adding to the act.
CONNECTIVE = (
    r"(?:(?:and|but|so|then|next|finally|lastly|afterwards?|thereafter|thereupon|subsequently|later(?: on)?|"
    r"also|"
    r"(?:first|second|third)(?=\s*,)|first(?:ly| of all)|secondly|thirdly|initially|eventually|meanwhile|"
    r"moreover|"
    r"furthermore|additionally|besides|however|therefore|thus|consequently|now|here|there|simultaneously|"
    r"concurrently|in the (?:meantime|meanwhile|end|next step|first place)|in parallel(?: to this)?|hereby|"
    r"thereby|"
    r"at (?:the same time|this point|the end|first|last)|in addition|(?:after|following) (?:that|this|which)|"
    r"hence|"
    r"as a (?:result|next step)|in a (?:next|first|second|third|final|last) step|to (?:begin|start) with|"
    r"in turn|"
    r"to this end|for this(?: purpose)?|accordingly|last but not least|in doing so|having done (?:that|this|"
    r"so))"
    r"\s*,?\s+)+"
)
INTRANSITIVE = words(
    """apologise apologize respond reply arrive come go sit wait agree decline listen look talk speak meet
    leave return stop finish start"""
)
VERDICTS = words(
    """accept reject approve decline deny refuse confirm grant release block reopen revise cancel dismiss
    allow keep authorise authorize postpone"""
)
# Told of as over ("once the goods have been received"): the act itself stands elsewhere or is an event.
NO_NEWS = words(
    """arrive come reach leave be have finish end return receive complete do make finalise finalize get give
    conclude happen close start begin fulfil fulfill meet solve resolve identify confirm
    deliver credit pass agree"""
)
# What somebody does who has it.
TALKS = words("talk conversation discussion meeting interview call chat consultation look")
# A word between one of these and a noun phrase is no verb ("in most cases the clerk").
BEFORE_NOUNS = words(
    """the a an his her their its our your my this that these those all any both each every some no most many
    few more several other such two three four five six seven eight nine ten in on at of for from to with
    by after before during within without under over between through per via into about against until
    since as than next last first new further additional relevant required necessary specific different
    certain"""
)
# A verb, not a noun, stands before one of these.
OPENS_NOUN = words(
    """the a an his her their its our your my this these those all any both each every some it them him us
    another one two three four five six whether that how which"""
)
PARTICLES = words("up over out off back away down through together along")
# A verb after somebody ("the customer *hands* in the form"), a noun elsewhere ("the amount in the ledger").
PREPOSITIONS = words("in on at for with to from into about")
NEVER_VERBS = words("is was has does us as this its his yes")
# Verbs of the trade that the model's word list lacks.
PREPOSITION_VERBS = words(
    """talk search look wait apply call ask pay listen speak respond reply walk drive log turn switch"""
)
NEW_VERBS = words(
    """triage onboard offboard email reorder recheck prefill whitelist backorder resubmit reopen ping vortex
    pipet pipette aliquot"""
)
CLAUSE_STARTS = words(
    """, ; : . ( ) and or but if when whenever whereas while because that who which where once after unless"""
)
AUXILIARIES = words(
    """is are was were be been has have had do does did can could may might must shall should will would to"""
)
# A noun, not an order, stands before one of these ("Archive of invoices").
AFTER_NAMES = words("of is are was were has have will and or 's - –")
# How the last word of a name for work ends ("Project planning", "Order review").
NAME_ENDINGS = (
    "ing",
    "tion",
    "sion",
    "ment",
    "ance",
    "ence",
    "sis",
    "ity",
    "approval",
    "review",
    "report",
    "plan",
    "design",
    "request",
    "form",
    "received",
    "completed",
    "approved",
    "sent",
    "done",
)
# Orders that stand alone at the end of a line ("Remove ethanol and discard"), though they can be nouns.
ORDERS = words(
    """discard sign scan copy post mail repeat mix dry rinse wash pay save file ship print close release
    return store record test review send submit approve archive check pack stamp seal lock log reply
    forward fax label draft edit upload download export import escalate rest cool drain filter spin vortex
    freeze heat stir shake"""
)
