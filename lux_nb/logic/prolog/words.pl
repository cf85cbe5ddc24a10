/*  Open-class words by what they are: n noun, v verb, a adjective, r adverb,
    the commonest first. Derived from the sense frequencies of WordNet 3.1
    (Copyright 2011 by Princeton University, WordNet licence: use, copying,
    modification and distribution permitted with this notice). Words that are
    not here are guessed from their ending and their place.
*/
:- module(words, [words/2]).

words(a, "\
abandoned abashed abbreviated abhorrent abiding abject ablated ablaze able abnormal abominable \
abounding above-mentioned aboveground abrupt absentminded absorbed absorptive abstractive abundant \
abused accelerated acceptable accepted accepting accompanied accomplished accrued accurate accusing \
acoustical acquainted acquired acrobatic activated actual adaptable adapted addicted addlebrained \
addressed adequate adjacent adjectival adjusted administrative admirable admissible adopted advanced \
advantageous adventurous adverse advertised advisable aerated aerobic aerodynamic aerosolized \
affected affectionate affiliated affixed afflicted afire aflame aflare afloat aforesaid afraid \
after-hours after-school age-old aggressive aghast agile agitated agricultural ailing aimless \
airborne airless airy akin alarmed alienated alive alkaline all-important all-knowing all-out \
all-round all-time all-victorious all-weather alleged allied alligatored allocable allowable altered \
amazed amazing ambiguous ambitious amenable amended amiable amicable amorous amorphous ample amused \
anaerobic analogous analytic analytical anastomotic anatomic ancestral andean anemic angelic \
anglo-jewish angry anguished angular anhydrous animated ankle-deep annihilating annoyed anomalous \
anomic anonymous another answering antagonistic antebellum anthropomorphic anti-semitic anticipated \
antithetical antithyroid antitrust anxious apocalyptic apocryphal apologetic apostolic apparent \
appealing applicable appointed appreciable appreciative approachable approved apt aqueous arable \
arbitrary arboreal arched archeological arching architectural ardent arduous argumentative \
aristocratic armed armored aroused arranged arrogant arterial arteriolar artificial artistic arty \
ascertainable ashamed ashen assertive assigned assorted assured asteroidal astonished astonishing \
astounding astral astronomical astute asymmetric asymptotic atheistic atheromatous athletic \
atmospheric atomic atrophic atrophied attached attained attempted attentive attired attractive \
attributable atypical audacious austere authentic authoritative authorized automotive autonomic \
available avowed awaited awakened aware awe-inspiring awed awestruck awkward axial axiomatic \
babelike back-to-back bacterial baffling baggy baked balanced balding baleful balking ball-hawking \
bandaged barbaric barbed bargain-priced baronial based bashful basophilic battered battleful beaded \
beady beaming bearded beardown beat-up beautiful bedfast bedraggled beefed-up beefy befuddled \
beguiling behavioral belated believable belowground bended beneficial bespectacled best-known \
best-selling bestial bestubbled better-looking bewhiskered bewildered bewitched biblical \
bibliographical big big-chested big-shouldered big-ticket bigger bilateral bimolecular biochemical \
biographical biological biomedical bipartisan biting bizarre black-haired black-market blackened \
bladed blanched bland blasphemous blasting blatant bleached bleak bleary blessed blighted blinded \
blindfolded blissful blithe blockading blood-and-guts blood-filled bloodless bloodstained \
bloodsucking bloodthirsty blown blue-black blue-collar blue-eyed blue-ribbon bluish blurred blushing \
blustery boastful boeotian bogartian bogus boisterous bony booked booted bored both bottomless \
botulinal bounded boundless boxed boyish braced brainy branched branded brash brassy breathless \
brilliant brindle britannic brocaded broke broken broken-backed broken-down bronchial bronchiolar \
bronzed brownish brushed brushy brutal budgetary built built-in bulging bulky bullnecked bundled-up \
buoyant burdened bureaucratic burly burnt burr-headed bushwhacking bushy businesslike bustling \
button-down buttoned buttressed buzzing cackly cadaverous cagey calculating caliche-topped calloused \
calorimetric candid canonized cantering capable capitalistic captivating card-playing cardiovascular \
carefree careful careless careworn carnal carpeted carved carven cassocked casual catapultian \
catastrophic catatonic categorized causal causative ceaseless celestial cell-free centered \
centralized cerebral certain certified challenging chambered changed changing chanted chantlike \
chaotic charged charitable charming cheap cheerful cheery cherished childish childlike chinked \
chinless chipper chiseled chivalrous chockful choked choosy choreographic chromatographic chronic \
chunky churchgoing churchillian churning cinematic circumspect civic civil civilized clad clammy \
clamorous clandestine clanging clanking clannish classificatory classless clean-shaven cleared \
clearheaded clerical clever clinched clinical clogged clogging clonic close-packed closed clothed \
clotted clouded cloudy clumsy cluttered coal-black coarse coarsened coastal coated coaxial cockeyed \
cocky coexistent coherent cohesive cold-blooded collapsible collegiate colloidal colloquial colored \
colorful colossal columned columnlike combinable combined cometary comfortable comforted comforting \
commanding commensurate committed commonsense communal communicational communicative communistic \
comparable compatible competent competitive completed complicated complimentary composed compressed \
compromising concave concealed conceivable concentrated conceptual concerned concerted conciliatory \
concise concluding conclusive concordant concretistic concurrent condemnatory condescending \
conditional confident confidential confiding confining confirmed conflicting confused confusing \
congenital congested congestive congratulatory congregational congressional conjoined conjugal \
conjugated connected conscientious conscious consequent considerable considerate consistent \
consolidated consoling consonantal conspicuous constraining constricted constructive consummated \
contemptible contemptuous contented contiguous continental continual continued continuing continuous \
contractual contrasting contributing contributory contrived controlled controversial convenient \
conventional conversational convex convinced convincing convivial convulsive cooccurring coordinated \
corporate corporeal correlated corresponding corrugated cortical cortico-hypothalamic corticofugal \
cosmic cost-plus costly counterbalanced countless courageous courteous covered cowardly cowled \
cracked crafty craggy cranky craved crazed creamy creative credible creditable creedal crested \
crippled crippling crisscrossed critical crocked crocketed crooked cross-section cross-sectional \
crossed crotchety crowded crowned crowning crucial cruel crummy crumpled crushed crusted cryptic \
cultural cultured cumbersome cumulative curious curly curricular cursed cursory curtained curved \
curving custodial customary cute cylindrical cynical dabbled damaging dangerous dank dapper dappled \
dark-blue dark-brown dark-green dark-haired darned dashing dated dauntless dazed dazzling \
de-iodinating deadened deafening deathlike debilitating deceptive decisive declared decorative \
decreasing dedicated dedifferentiated deductive deep-eyed deep-seated deep-set defective defensible \
defiant deficient definable defined definite definitive deflated deformational deformed dejected \
delicate delighted delightful demanding democratic demon-ridden demonstrable demonstrated demure \
demythologized denominational dense departmental dependable deplorable deprecating deprecatory \
depressed deranged derisive derived descending descriptive deserving desirable desired despairing \
despised despondent destroyed destructive desultory detachable detached detailed detectable detected \
determinable determinate determined determining devastating developed developmental devious devoted \
devout dexterous dextrous diachronic diagnostic diagonalizable diaphyseal diatomic dictated \
different differentiable differentiated difficult diffident diffused diffusing digestible dignified \
dilapidated diligent dimensional dimensioning diminished diminishing dingy diplomatic directed \
directing directional disabling disappointed disappointing disastrous discarded discernable \
discernible discerning disciplined disconcerted disconcerting discontented discorporate discouraged \
discouraging discourteous discovered discrete discretionary discriminating disdainful diseased \
disembodied disfigured disguised disgusted disgusting disheartened disheartening disheveled \
dishonest disillusioning disintegrative disinterested disjointed dismayed dismaying disobedient \
disordered disorderly disorganized disparate dispassionate dispersed displeased dispossessed \
disproportionate disputable disqualified disruptive dissatisfied dissimilar dissolved distal distant \
distinct distinctive distinguishable distinguished distortable distraught distressed distressing \
distributive disturbed disturbing divergent diverse diversified divided divisive divorced \
do-it-yourself docile doctrinal dogged dogging doglike dogmatic doleful dominated dominating \
domineering done doped dormant dosed dotted double-breasted doubtful drafty dragging dramatic draped \
drastic draughty drawn dreadful dreamed dreamlike dreamy dreary drenched dressed dressy dried \
dried-out drilled driven drizzling drowsy drugged drugless drunken dry-eyed dual dubious dulled dumb \
dumfounded duplicable durable dusky eagle-eyed eared earned earsplitting earthbound earthlike \
earthshaking earthy eastern ebullient ecclesiastical economic economical ecstatic edematous \
edentulous edged edgy edifying educated educational effective efficacious efficient effortless \
elapsed elected electoral electrical electrifying electromagnetic electronic electrostatic elegant \
elemental elementary elfin eligible elongated eloquent elusive emaciated emancipated embarrassed \
embarrassing embedded emblematic emboldened emotional emphatic emphysematous empirical employed \
enabling enchained enchanted endearing endless endothelial endowed enduring energetic enervating \
enforceable enforced engaged engraved engrossed engrossing enigmatic enjoyable enormous enraged \
ensuing entangled enterprising enthusiastic entitled enveloping envious environmental enzymatic \
eosinophilic epiphyseal epistolatory equipotent equipped equitable equivocal ergotropic eroded \
erratic erroneous erudite erythroid escaped esoteric established estranged estranging eternal \
ethereal ethical etymological eugenic euphoric evaluative evangelical evasive eventual ever-changing \
ever-present every everyday evident evidential evolutionary exaggerated exalted exasperated \
exasperating excellent exceptional excessive excitatory excited exciting excruciating exhausted \
exhausting exhaustive exhilarating existent existential existing exotic expanded expectable \
expectant expected expendable expensive experienced experiential experimental explanatory explicit \
exploratory exposed expository expressed expressible expressionistic expressionless expressive \
exquisite extant extended extensive extinguished extralegal extramarital extraneous extraordinary \
extravagant exuberant exultant eye-deceiving eyed eyelike fabled fabulous face-saving faced \
facetious facilitatory factual faded fallen falling famed famous fanciful fancy-free fantastic \
far-famed far-off faraway fascinated fascinating fashionable fast-flying fast-growing fastened \
fastidious fatal fateful fatigued fattening favorable favored fearful fearless feasible feathered \
featured featureless fecund feeble ferocious ferromagnetic fertile fervent festive fetching fetid \
feudal feverish fewer fibrocalcific fictional fictive fiendish fierce fiery fifty-fifty figurative \
filled filmed filthy financial fine-grained fine-looking fingered finicky finished finite \
first-class fiscal fixed flashy flat-footed flattened flawless flecked fleeting fleshy flexible \
flooded floral florid fluffy flushed foamy focal follicular fond foolhardy fooling foolish footloose \
foppish forbidden forced forceful forceless foregoing foreign forensic foreseeable forgetful \
forgotten forked formalized formidable fortified fortunate forward-moving foul-smelling fouled \
four-sided fractional fragile fragmentary fragrant framed frantic frayed free-swimming freehand \
freewheeling frenzied friable fried frightened frightful frigid fringed frivolous frostbitten \
frowzled frozen fruitful fruitless frustrated frustrating fueled fugal full-clad full-grown fumbling \
functional fungal furious furnished furry furtive fusiform fussy futile fuzzed fuzzy gainful galling \
galvanic gaping garbed garbled gaseous gastrointestinal gauche gaunt gauntleted general-purpose \
generalized generous genetic genial gentlemanly genuine geographic geographical geological geometric \
geometrical gerundial gesticulating ghastly ghostlike ghostly gibelike gigantic gilded girlish \
glamorous glaring glassless glassy glazed gleeful glinting glistening glittering global glomerular \
gloomy glorified glorious glottochronological gloved glowering glued glum godforsaken godless \
godlike golden gone good-looking good-natured gorgeous gory gowned graceful gracious \
grade-constructed graded grammatic grammatical grandiose granted granular granulocytic graphical \
grassroots grateful gratified gratuitous gravid gravitational gray-haired greasy great greater \
greatest greedy gregarious grief-stricken grievous grim grimy gritty grizzled groggy groomed grooved \
groundless grown gruesome gruff gubernatorial guilty gullible gummy gymnastic habitable habitual \
hackneyed hairless hairy hallowed hand-to-hand handled handless handmade handsome handwoven \
handwritten hapless happy harassed hard-boiled hard-fought hard-pressed hardened hardworking \
harmless harmonious harsh hasty hated hateful hatless haughty haunted haunting hazy headed headless \
headstrong healthful healthy heard heartening hearty heated heavenly heavy-armed heavy-coated \
heavy-duty heavy-handed hebephrenic hebraic hectic heedless hefty held helpful helpless hemolytic \
henpecked heraldic herculean hermetic hesitating heterogeneous heterozygous hidden hideous \
high-backed high-ceilinged high-pitched high-powered high-priced high-resolution high-speed \
high-spirited high-stepped high-sudsing high-topped higher hilar hilarious hired historical \
hit-and-run hitless hoarse homegrown homely homemade homeric homicidal homogeneous homozygous honest \
honorable honored hooked hopeless horrible horrid horrified horrifying horror-stricken hospitable \
hot huddled huge humane humanistic humiliating humorous hungry hunted hurried hydrophilic \
hydrophobic hydrous hyperbolic hyperemic hyperfine hypertrophied hypoactive hypophyseal \
hypophysectomised hypothalamic hysterical icelandic-speaking icy idealized identical identifiable \
identified idiomatic idiosyncratic idiotic idolized idyllic ignorant ill-conceived ill-equipped \
ill-fated ill-starred ill-used illegal illicit illuminating illusionary illusory illustrative \
illustrious imaginative imitative immaculate immaterial immature immediate immense imminent immoral \
impacted impaired impartial impassable impassioned impatient impeccable impelled impending \
impersonal impervious impetuous impious implacable implicated implicit implike important imposing \
impotent impractical imprecise impregnable impressive improbable improved improvised impudent \
in-person inaccurate inactive inadequate inadvisable inanimate inappropriate inaudible inboard \
incalculable incandescent incapable incensed incertain incisive inclined inclusive incoherent \
incompatible incomplete incomprehensible inconceivable inconsequential inconsiderable inconsistent \
inconvenient incorrect increased increasing incredible indebted indecent indefatigable indefensible \
indefinable indefinite indelible indelicate indescribable indeterminate indifferent indignant \
indirect indiscriminate indispensable indistinct indistinguishable individualistic individualized \
indolent indoor indubitable induced indulgent industrial industrious ineffable ineligible inept \
inert inescapable inexcusable inexhaustible inexorable inexpensive inexperienced inexplicable \
inexpressible inextricable infallible infamous infantile infectious infective inferential infertile \
inflamed inflammatory inflated inflexible influent influential informal informed infrequent \
infuriating inglorious inhabited inherent inhibited inhibitory inhospitable inhuman inhumane injured \
inner innumerable inoperable inorganic inquisitive insane inscribed inscrutable insensitive \
inseparable insignificant insistent insolent insoluble inspirational inspired inspiring \
instantaneous institutional institutionalized instructional instructive instrumental insubstantial \
insufficient insuperable insurmountable intact integrated intelligent intelligible intended intense \
intensifying intentional intercontinental interdependent interested interesting interfaith \
interfering interlobular intermeshed interminable intermittent intermolecular internal interpersonal \
interpretable interpretative interrelated intersecting interspecies interstellar interstitial \
interwoven intimal intolerable intractable intradepartmental intrapulmonary intricate intrinsic \
introductory introjected introspective intrusive invaluable inventive inverted investigative \
invincible inviolate invisible inviting involuntary involved invulnerable iodinated iodinating \
ionized irksome ironic ironical ironlike ironshod irreconcilable irreducible irrelevant irremediable \
irreparable irresistible irresolute irresponsible irreversible irrevocable irritable irritating \
isolated isothermal isotonic isotopic isotropic jaded jagged jammed jangling janus-faced jarring \
jaunty jazzy jealous jetting jeweled jewish jingling jocose joined jolted jovial joyous jubilant \
judicial juicy jumbled jumpy junior-grade killable kindled kinesthetic kinetic kittenish knifelike \
knightly knotted knotty knowledgeable known labeled laborsaving laced lacking lactating lacy ladened \
ladylike laid laissez-faire lamblike landlocked landscaped languid lanky lapsed large large-scale \
larger larval last-minute lasting latent latin-american lawless lax lazy leaded leaden learned \
leathered leavened leering left-hand left-of-center legal legendary legged leggy legislative lengthy \
lessened lesser lethal levelheaded lewd lexical lexicostatistic liable liberated licensed licked \
life-size lifeless lifelike lifelong lifted light-duty light-footed light-green light-haired \
light-headed lighted lighthearted like-minded limitless linear lined linguistic lipped listed \
listless literary lithe littered livable lively livid loaded loathsome lobster-backed lobular \
located lofty logical logistic lone lonely long-acting long-familiar long-legged long-lived \
long-range long-run long-shanked long-term long-winded longstanding loose-jointed loose-jowled \
looted lop-eared lordly loud-voiced lousy loving low-ceilinged low-class low-cost low-grade \
low-level low-lying low-pitched low-sudsing low-toned lower-class lower-middle-class lowered lowly \
loyal lucid lucky ludicrous lugubrious lukewarm lumbar luminescent luminous lumpish lunar lurid \
luscious lusty luxurious lyrical macabre machinelike macromolecular mad maddened maddening made \
magical magnetic magnificent magnified maintained majestic maladroit malformed malposed mangled \
maniacal manic maniclike manned mantic manufactured many marbleized marginal marital marked \
marketable marvelous mass-spectrometric massive masted masterly matched matching maternal \
mathematical matted maximal meager meandering meaningful meaningless measurable meaty mechanical \
mechanistic mechanized medieval meditative meek megakaryocytic melodic melodious melodramatic \
memorable menacing mendacious mental merciful merciless mercurial meritorious merry mesenteric messy \
metabolic metaphysical meteoritic meteorological methodical microbial micrometeoritic microscopic \
microsomal mid middle-aged middle-class middle-level midwestern mild mild-mannered mimetic mincing \
minded mindful mindless minimal minimized ministerial miraculous misbranded miscellaneous \
mischievous miserable misguided misleading misplaced misrelated missing mistaken misty misty-eyed \
misused mitral mixed mixed-up moblike mocking modeled modest modified moist molal molecular molten \
momentary momentous monaural monkish mononuclear monophonic monotonous monstrous monumental \
moon-round moon-splashed moonlit moralistic morose morphemic morphologic morphophonemic \
most-valuable mother-naked motional motionless motivated mottled mountainous mounted mournful \
mouse-colored mousy moving mud-beplastered muddied muddleheaded muffled multidimensional \
multilateral multiple-choice multiplied multitudinous mundane municipal murdered murky muscular \
mustached mutational muted mutual mycenaean myeloid myocardial mysterious mystical mythic \
mythological nagging naive naked nameless napoleonic narrowed nasty nationalistic naturalized \
nauseated nautical naval near-blind nearsighted neat nebulous necrotic needed needless neglected \
negligent negligible neo neocortical nerveless nervous netlike nettlesome neurological neuromuscular \
neuronal neuropsychiatric neutralized new nibbed nighted nightmarish nihilistic nilpotent nimble \
no-hit no-nonsense nociceptive nocturnal nodular noisy nonassertive nonchalant nonchurchgoing \
noncommissioned noncompetitive nonenzymatic nonequivalent nonexistent nonfunctional nonionic \
nonlinguistic nonmetallic nonobservant nonparticulate nonpolitical nonproductive nonspecific \
nonverbal nonvolatile nosed noted noticeable notorious nourished nubile nuclear numbing numerical \
numerous numinous nutritional nutritive oaken obdurate obedient objectionable obligated obligational \
obliged oblivious obnoxious obscene obsequious observable observant observational observed obsessed \
obsolescent obtainable obvious occasional occipital occluded occupational occupied odd odious ohmic \
oiled oily old old-fashioned older oleophilic oleophobic olympic ominous omniscient on-site \
on-the-scene on-the-spot one-horse onetime opalescent opaque open-collared open-ended opened \
openmouthed operatic operating operational opinionated opportunistic opposed opposing optical \
optimal optimistic opulent oratorical orbital orchestral ordered organizational organized oriental \
oriented ornery orthodox orthographic orthopedic osseous ostentatious other out-and-out \
out-of-bounds out-of-school out-of-the-way out-of-town outclassed outdated outdoor outer outgoing \
outlined outlying outmoded outraged outrageous outspoken outstanding overactive overbearing \
overconfident overcurious overdone overgrown overhand overheated overloaded overlooked overpriced \
overprotective overriding oversized overt overturned overvaliant overwhelming owing owned oxidised \
packed padded paid painful painless painted paired paleocortical pallid palpable panic-stricken \
panicked panoramic papal papery papillary paradoxical paramagnetic parametric paramount parched \
pardonable parental parked parliamentary parochial parrotlike parted particularistic passionate \
pasted pastelike patched paternalistic pathetic pathless pathogenic pathologic pathological \
patriarchal patriotic patristic patronizing paved peace-loving peaceable peaceful peaked peaky \
peculiar pedagogical pedantic peevish pegged-down pelvic penciled pending penetrating pensive \
peopled perambulating perceived perceptible perceptive perceptual percussive peremptory perfumed \
perfunctory perilous periodic perky perpetual perplexed perplexing persistent personalized \
persuasive pert pertinent perverse pessimistic pestered pestering pestilential petticoated \
pharmacological philanthropic philological philosophic philosophical phonetic phonic phonologic \
phosphorescent photographic physical physicochemical physiological pianistic pictured picturesque \
piezoelectric pigeon-toed pigheaded pinched piratical pitched piteous pithy pitiable pitiful \
pitiless placid planar planetary planned planted plastered platitudinous platonic plausible playable \
played playful pleasant pleased plentiful pleural pliant plumping pluralistic poetic poignant \
pointed poised poker-faced polar polemical polished polite politic political polluted \
polycrystalline polytonal pomaded pompous ponderous popular populated populous porous portentous \
possessed posthumous postwar potent powder-puff powdered powdery powerless practicable practical \
practiced practised precarious precast preceding precise precocious preconceived precooked precooled \
predetermined predictable predictive predigested predisposed preeminent preexistent preferable \
preferential preferred pregnant prehistoric prejudiced prejudicial preliterate premonitory \
preoccupied prepackaged preparative preparatory prepared prepositional preposterous prepubescent \
prepupal prescribed present-day presentable presentational preserved presidential pretended previous \
prewar priceless prickly primed primeval printable privileged prizewinning procedural processed \
proclaimed procreative prodigious productive proficient profit-maximizing profitable profound \
profuse projected prolific prolonged prominent promising promotional prone pronounced propagandistic \
proper prophetic propitious proportionate prosodic prospective prosperous protecting protective \
proteolytic proto protogeometric prototypical proud proved proverbial providential provisional \
provocative proximal proximate prurient psychiatric psychical psychological psychopathic \
psychopharmacological psychotherapeutic pubescent publicized published puckish pug-nosed pulmonary \
pulseless pulverized pumped-up punctured punishable punitive puny puppyish pure purposeful pursuant \
pursuing puzzled puzzling pyknotic quaint qualified qualitative quantitative quarrelsome quasi \
quavering querulous questionable quick-frozen quiescent quilted quixotic racial racy radiant \
radioactive raftered ragged raised rampant random ranging rangy ranked raped rare rarified ratable \
rationed raucous razor-sharp re-created re-formed readable realistic reasonable reassured reassuring \
rebellious reborn receptive reckless reclaimed recognizable recognized reconciling reconstructed \
recorded recoverable recreational rectangular recurrent red-faced red-rimmed redheaded redoubled \
redoubtable reduced redundant reeking refined reflective reformed refreshed refreshing refrigerated \
regal regardant regenerating regimental regional regulated regulatory related relativistic relaxed \
relentless relevant reliable relieved reluctant remaining remarkable remedial remorseful remorseless \
remunerative rending renewed renewing repayable repeated repentant repetitive reported reprehensible \
representational repressed repressive reproducible repulsive reputable required resentful \
residential resiny resistant resistive resolute resolved resonant resounding respectable respected \
respectful respective respiratory resplendent responsible restive restless restrained restricted \
restricting restrictive retained retentive retired retrogressive revered revised rewarding rhythmic \
rhythmical rickety riddled ridiculous right-hand righteous rightful rigid rigorous rimless riotous \
ripe ripping risky roasted robust rock-steady rocklike rocky roiling rosy rotated rotten roughhewn \
round-bottom round-faced rounded rousseauan rubberlike rubbery rudderless ruddy rude rudimentary \
ruffled rugged ruined ruinous ruled run-down rural rusted rusty ruthless rutted sacred sad sadistic \
sagacious sagging said salable salacious salivary salty salubrious salutary same sanctified sandy \
sane sanguineous sarcastic sarcolemmal sardonic satanic satiric satirical satisfactory satisfied \
saturated saved scaled scalloped scarecrowish scared scarred scathing scattered scenic scented \
scheduled scholarly schoolgirlish scientific sclerotic scorched scoreless scornful scoured scraggly \
scrambled scratchy scrawny screechy screw-loose scriptural sculptural sculptured scurrying searching \
seated secluded second-rate sectioned sedentary seductive seeming seeping seething segmental \
segregated seismic selected selective self-conceited self-confident self-conscious self-consistent \
self-contained self-defeating self-destructive self-effacing self-enclosed self-evident self-imposed \
self-locking self-reliant self-sufficient self-sustaining self-whispered selfish semantic \
semi-processed semiempirical semiliterate semiprecious semipublic semiskilled senatorial senile \
sensational senseless sensible sensory sensual sensuous sentient sentimental separable separated \
septic sequential serious serological serviceable set-apart settled several severe sexual sexy \
shabby shackled shaded shadowed shadowy shaggy shaken shaky shameful shaped shapeless shapely shared \
sharp-limbed sharp-worded shaved shaven sheeplike shielded shiny shipshape shivery shocked shocking \
shod short-lived short-range short-run short-term shortened shortsighted shouldered showy shrewd \
shrewish shrieked shriveled shuddering sickish sickly signed significant silenced silent silvery \
similar simple-minded simplex simplistic simulated simultaneous sincere sinewy sinful single-spaced \
sinister sintered sinuous sinusoidal situated sizable sized sizzling skeletal skeptical skilled \
skillful slanted slanting slashed slashing sleepy sleepy-eyed slender slender-waisted sliding \
slim-waisted slippered slippery slipping slivery sloping sloppy slovenly slow-moving sluggish \
sluicing slurred sly small-scale small-time smaller smallish smitten smothered smothering smug \
snappy snobbish snuggled so-called sobering socialistic socialized societal socioeconomic \
sociological sodden soft-spoken softened soiled solar sold-out soled solemn solid-state soluble \
solved somatic somber some somnolent sonorous sooty sophisticated sorbed sordid sore-eyed sorrowful \
sorry sought south-central southbound southeastern southern spaced spacious sparse spasmodic spatial \
specialized specified speckled spectral specular speculative speedy spellbinding spellbound \
spherical spidery spineless spirited spiteful splashed splattered splendid splintery splitting \
spoiled spoken spongy spontaneous sporadic sporting spotless spray-dried spread-out sprightly \
squalling squared squashed squeaky stabilized stabilizing stacked staggering stagnant stained \
stalked staminate standardized startled startling starved state-supported stately statesmanlike \
statistical statutory steadied stealthy steamed stellar stemmed stentorian step-by-step stereophonic \
stereotyped sternal sticking sticky stiff-backed stilted stimulating stinking stoical stolid \
stone-dead stone-gray stooped storied stormy straggling straight-out straightforward strained \
straitlaced stranded strange strangled strategic stratified streaked streamlined strenuous stressed \
stretched stricken strict stringy striped strong structural structured struggling strung stubborn \
stuck-up studded studious stuffed stuffy stung stunned stunning stupefying stupendous sturdy \
stylistic stylized suave subdued subhuman subjective subliterary submissive subsequent subservient \
subsidized substantial subsurface subtle suburban suburbanized succeeding successful successive \
sudden sufficient suffocating suggestive suitable suited sullen sultry sumptuous sun-dried sunbaked \
sunburnt sundry sunken sunny sunstruck suntanned superb supercilious superficial supersonic \
superstitious supine supplemental supplementary supportive supposed supreme sure-enough surging \
surly surmounted surprised surprising surrounded surrounding surviving susceptible suspended \
suspicious swaggering swart swarthy swaybacked sweet-faced sweet-smelling swelled sweltering swingy \
sworn symbolic symmetric symmetrical sympathetic symphonic symptomatic synchronous synergistic \
synonymous syntactic syrupy systematic tactile tactual tagged tailored taken talismanic talkative \
talky tall-growing tangential tangible tangled tanned tantalizing taped target-hunting \
tarred-and-feathered tasteful tattered taut tawdry tawny taxable taxing taxpaying technological \
tedious teenage teensy telegraphic tenable tenebrous tensional tensionless tentative tepid \
terrestrial terrible terrific terrified terrifying terror-stricken terror-struck terse tested \
teutonic textured theistic thematic theological theoretical thermodynamic thermogravimetric \
thermometric thick-skulled thickened thickspread third-dimensional thirsty thoriated thorough \
thoroughgoing thoughtful thoughtless threadbare threatened threatening three-dimensional three-way \
thrifty thrillful thrilling thriving thrombosed thronged thudding thundering thunderous thyroidal \
thyrotoxic tied tiled tilled tilted timbered timed timeworn tiny tipped tipsy tired tireless \
tiresome tiring titanic titillating titled tittering toiling tokenish tolerant tonal toned tongued \
too-careful top-grade top-quality topical topnotch topographical topped tormented torn torpid \
tortuous tortured totalistic totemic tottering tousled toxic traceable traditional tragic tragicomic \
trained traitorous tranquil transcendental transcultural transformed transitional translucent \
transmissible transparent transpiring transplantable transverse trapped traveled treacherous \
treasured treated tremendous triangular tribal trichrome trigger-happy trigonal trite triumphant \
trivial trophotropic tropical troubled troublesome truculent trusted trustworthy truthful trying \
tubular tumultuous tuneful turbulent turned tuxedoed tweedy twenty-eighth twenty-fifth twenty-first \
twisted two-way twoscore typical typographic ubiquitous ugly ulcerated ultra ultramodern ultrasonic \
unabated unable unacceptable unaccountable unachievable unadjusted unaffected unafraid unalterable \
unambiguous unanimous unanswered unarmed unasked unassisted unasterisked unattached unattractive \
unauthentic unauthorized unavailable unavailing unavoidable unaware unbelievable unborn unbounded \
unbreakable unbroken unbuttoned uncanny uncaused uncertain uncertified unchangeable unchanged \
uncharged uncheckable unclaimed unclean unclouded uncombable uncomfortable uncommon uncompromising \
unconcerned unconditional unconquerable unconquered unconstitutional uncontrollable unconventional \
unconvincing uncooperative uncousinly uncritical undamaged undaunted undeclared undeniable \
undepicted undercover underdeveloped undereducated underhanded underlying underprivileged undersea \
understandable understood underwater underway undeveloped undifferentiated undigested undiluted \
undiminished undisguised undisputed undone undrinkable undue uneasy uneconomical unending \
unenthusiastic unerring uneven unexpected unexplainable unexplained unexplored unfair unfaithful \
unfaltering unfamiliar unfastened unfavorable unfertile unfettered unfitting unfixed unforeseen \
unforgettable unfrosted unfrozen ungainly ungodly ungrateful unhappy unhealthy unheated unheeded \
unheeding unholy unhurried unhurt unified uniformed unilateral unimaginable unimaginative unimpaired \
unimpassioned unimpeachable unimportant unimposing unimpressed unimpressive unimproved uninitiated \
uninjectable unintelligent unintended uninterrupted uninvited uninvolved unique united univalent \
universalistic unjust unkind unlawful unlike unlikely unlimited unlined unliterary unloaded unlocked \
unlovely unlucky unmalicious unmarried unmated unmeritorious unmistakable unmolested unmoved \
unnatural unnecessary unneeded unnoticed unnumbered unobtainable unoccupied unofficial unopposed \
unorthodox unpaid unpaintable unpaired unparalleled unpatriotic unpaved unperformed unpicturesque \
unpleasant unplowed unplumbed unpopular unprecedented unpredictable unpremeditated unprepared \
unpretentious unproblematic unprocurable unpromising unprotected unpublished unpunished unqualified \
unready unreal unrealistic unreasoning unrecognizable unrecognized unreconstructed unredeemed \
unreflective unregretting unrelated unreleased unreliable unremarkable unrequited unresponsive \
unrestricted unruly unsaid unsatisfactory unsaturated unscathed unscientific unscrupulous unseeing \
unselfconscious unselfish unservile unsettled unshakable unsharpened unshaved unshaven unshielded \
unsigned unsloped unsmiling unsold unsolved unspeakable unspoken unstable unstained unstilted \
unstressed unstructured unstrung unsuccessful unsuitable unsuited unsung unsympathetic untellable \
untenable untested unthematic untold untouched untoward untraditional untrammeled untried untrue \
unused unusual unvarying unventilated unwanted unwarranted unwavering unwed unwelcome unwilling \
unwise unwitting unwomanly unworthy unwrinkled unwritten up-to-date upcoming uplifted upper-level \
upper-lower-class upper-middle-class upraised upside-down urban urbanized urgent urinary usable \
useable used useful useless usual vacant vacuolated vague vain valiant valid valued valueless \
vanished varied variegated various varying vascular vast vehement veiled veined velvety venerable \
verbal veridical veritable vernal vertebral vesicular viable vibrant vibrionic vicarious vicious \
viennese vigorous vile villainous vindictive violent virile virtual virulent visceral viscoelastic \
viselike visible visored visual vital vivacious vivid vocalic vocational vociferous voiced \
volumetric voluminous voluptuous votive vulgar vulnerable vulpine wacky wailful wainscoted wakeful \
walk-to war-ridden warlike warm-toned warmed warped wary washed wasted wasteful water-cooled watery \
wavy waxed waxen waxlike wayward weak weakened wealthy wearied wearisome wearying weather-beaten \
wedge-shaped weighted welcoming well-balanced well-bound well-chosen well-defined well-educated \
well-fed well-informed well-kept well-known well-made well-meaning well-read well-rounded wheezing \
whiskered white-collar whitewashed whole-souled wholesome wicked wide-cut wide-open wide-ranging \
wide-screen widespread widowed wifely wild-eyed willful wilsonian wily windblown windy winless \
wintry wired wiry withered witty wobbling woeful wolflike womb-to-tomb wonderful wonderworking \
wooded wooden woolly workable working-class workmanlike world-shaking world-shattering worldly \
worldwide worn worried worthless worthwhile woven wraithlike wrapped wrathful wrenching wretched \
writhed writhing written wry year-round yelled yellow-brown yellow-green yokel-like younger youngish \
youthful zodiacal \
").
words(an, "\
abdominal aberrant absolute absurd academic accusative aching active acute adamant adept adolescent \
adrenal adverbial aesthetic afferent african agape aged algerian alveolar amber american analeptic \
anatomical ancient anglican annoying annual anterior anti anti-intellectual antibiotic antiseptic \
appalling argive aristotelian ascending astringent audible authoritarian automatic avant-garde \
baroque basic bawdy belgian belligerent beloved betrothed bilingual billion binomial bitter \
bittersweet black blazing blistering blond blue bold boon borderline boring born bouffant bovine \
brazilian breeding british brittle broad brooding bucolic buddhist bygone canadian canonist \
capitalist cardinal cartesian casebook catholic cautious celtic centenary central ceramic chemical \
chestnut chic chief chilling chilly chinese christian circular civilian classical classified \
cleansing closing coaxing cognate cold collective colombian colonial combatant comic coming \
commercial common commonplace communist comparative complex comprehensive compulsive confluent \
connective conservative constant consumptive contemplative contemporary contraband contradictory \
contrary cooperative cordial corrosive cozy craven crazy crude crushing cuban cubist dainty danish \
dark darkening dead decadent deceased declarative deductible defensive delicious dental dependent \
desperate developing deviant devotional diagonal dietary differential digestive diminutive dipylon \
disabled doctrinaire domestic dominant doomed downcast drab driving drunk dutch dwindling dying \
dynamic eager earnest eatable eccentric eclectic eight eighteen eighteenth eighth eighty elastic \
elderly eldest electric elevated eleven eleventh emeritus english enlightened entire ephemeral epic \
epidemic epileptic erotic ersatz essential esthetic ethnic eurasian european everlasting exclusive \
expedient explosive exterior external extraterrestrial extreme faithful fallow faltering familiar \
fascist fatty federal feline feminine few fifteen fifteenth fifth fiftieth fifty final fitting five \
fledgling flimsy floating florentine fluorescent flying following formal former forty four fourteen \
fourteenth frail freudian friendly frightening frontal functioning fundamental fundamentalist funny \
gaelic gallant gaudy gay general gentile germinal gilt given glad gleaming glowing going gossamer \
governing gradual grand graphic gray grecian greek grotesque guatemalan guttural haggard handicapped \
handy hardy harmonic hazel healing heavy hebrew hegelian hellenic heroic homosexual hopeful \
horizontal hostile human humanist humanitarian hundred hungarian hurrying husky hyaline hypothetical \
ideal illegitimate illiterate imaginary immortal imperative imperfect imperial impossible \
impressionist inaugural incidental incoming incurable independent indian inevitable inferior \
infernal infinite infrared innocent inquiring insured integral intellectual intensive interim \
interlocking international interstate invariable invariant inverse ionic irish irrational irregular \
isolationist italian jacksonian japanese jeffersonian jungian jutting juvenile khaki kindred knowing \
korean kosher lao lashing latest latter lavender leading leaning lightweight limited limiting \
lingual liquid lit literal literate local longhand looking lost lovely lowering lunatic lush main \
makeshift mammalian mammoth mandatory marine married martial martian marxist masculine mauve maximum \
meddling median medical melting menial mere metallic methodist metropolitan militant military \
million minimum minoan mobile modal modern monastic monotone moral moroccan mortal motivating \
multiple mum musical myriad mystic nasal natal national native natural nazi neanderthal necessary \
neoliberal neurotic neutral newborn newtonian nice nine nineteen nineteenth ninety ninth no-account \
noble nominal nondescript nonresident normal northern notable nude null nutrient oblique \
obsessive-compulsive occlusive ocular offbeat offensive olive oncoming one operative optimum oral \
orderly ordinary organic original oval overall overweight paranoid parasympathetic parisian partial \
particular particulate passive pastel pastoral pasty payable pearly perennial peripheral permanent \
personal petite pharmaceutical philharmonic phony pictorial pleasing plodding plush poor portable \
positive possessive possible posterior potential pragmatic preliminary premium pressing preventive \
primary primitive principal prior private probable professional progressive proportional protestant \
provincial pseudo psychotic public pursued quicksilver radial radical raising rallying rapid rasping \
rational raw ready-made recent reciprocal red regular relative religious remote residual resultant \
retarded retinal revealing reversible revolutionary rich rising rolling roman romantic rotary \
roundabout rousing rowdy royal rumanian runaway russian rustic safe salient sapphire savory \
scandinavian scanty schematic schizophrenic scholastic screaming seasonal secondary secret senior \
sensitive serial seven seventeen seventeenth seventh seventy shattering shifting shining shivering \
short sicilian silly simple singular six sixteen sixteenth sixth sixty skinny small smiling snug \
soaring social softening solid solitary sore sorrel sounding sovereign soviet sparkling special \
specific spectacular spic spiritual standing starving static sterling stern stoic stout straining \
streaming striking stupid subconscious substantive superior superlative supernatant supernatural \
supporting swedish sweeping swift synthetic syrian tall tart taunting tax-exempt technical teen \
telling telltale temporal temporary ten tenth territorial theatrical therapeutic thermal thick \
thickening thieving thirteen thirteenth thirtieth thirty three throbbing tibetan timid tingling \
torturing totalitarian touching tough trembling tricolor turkish twelfth twelve twentieth twenty \
twenty-five twenty-four twenty-one twenty-six twenty-three twinkling two ultimate unconscious \
undesirable unemployed unfortunate universal unknown unseen upbeat upland upper upright utilitarian \
utmost utopian valuable variable variant vertical veterinary victorian virtuoso vocal volatile \
voltaic voluntary waiting walking walloping wandering warming weeping weird western whipping white \
whole willing winding winning wise withering wobbly woolen working worth worthy wounded yawning \
yielding young \
").
words(anr, "\
bad damned dear downhill downtown due extra firm flat good impromptu left northerly northwest \
opposite pro quarterly second stiff third underground \
").
words(anv, "\
ad-lib aggregate alien antic antique azure backhand birch blank blind blindfold bootleg brief brown \
buckram bully burlesque carmine chelate clarion colour compact confederate conglomerate counterfeit \
crank crescendo crimson crisp damascene damp deaf decrescendo degenerate divine dummy dun duplex \
fake fat flagellate fleet frank freelance french gi ginger green grey gross hale initial \
intermediate joint keen lame limber major matte mimic minor moot motley mute negative net occult \
pale parallel pedal pink polychrome premier prime purple quadruplicate queer quintuple ready \
renegade sallow savage scotch shallow sick silver single slack snafu snuff splay spruce stable \
sublimate superordinate swank taboo tidy total treble twin vermilion void wan wanton waterproof wee \
welsh yellow \
").
words(anvr, "\
cod fair jolly okay plain plump quiet round upstage wholesale worst wrong \
").
words(ar, "\
ahorseback alfresco alike all all-fired aloof amiss any asleep awful awry barefoot bright brotherly \
clockwise commendable consecutive deadly deathly decent devilish downward each earliest early easy \
false first-rate firsthand foremost forthright fourfold fresh full-time gingerly goddam goddamn \
goddamned half-time halfway hard interdepartmental inward jocular kindly knee-deep late likely loud \
mighty nearby next onshore outward overnight part-time phonemic point-blank powerful precious presto \
scorching secondhand sidelong so-so soft staccato stark steaming stepwise sure tight timely \
tongue-in-cheek topsy-turvy twofold unaccompanied under unthinking uppermost wide wondrous yonder \
").
words(arn, "\
best deep eastward first fourth full high ill little low midway much no outside overhead quick real \
sharp straight super sweet true wild worse \
").
words(arnv, "\
fast fine out \
").
words(arv, "\
long near \
").
words(arvn, "\
better \
").
words(av, "\
absent acuminate adulterate agglutinate amalgamate angulate animate appropriate attenuate awake bald \
bare bifurcate blate blear blunt brachiate brazen brisk bulletproof busy callous capsulate \
catenulate clear-cut compassionate complete consecrate convolute corrupt decussate defoliate \
deliberate delineate denudate desiccate desolate dim dirty disjoint dizzy drip-dry dull elaborate \
etiolate eviscerate exact exempt federate fireproof foliate foolproof frequent gentle heterodyne \
humble imbricate incarnate incurvate indurate laden lavish legitimate maculate maledict malign \
mature mothproof muddy nett nickel-and-dime numb numerate obligate obstinate own palpebrate \
perforate predestinate prim profane prostrate regenerate reincarnate replete reticulate retroflex \
retrograde scant sedate serrate shrill skew sleek slim snow-blind sober soundproof stale staunch \
striate strong-arm sublime supple tame teetotal thin triangulate truncate unfit vermiculate warm \
weary weatherproof \
").
words(avn, "\
alternate average bankrupt bound brave calm cool empty equal faint foul free idle intimate maroon \
moderate narrow perfect smart smooth steep tender wet \
").
words(avnr, "\
clean last steady \
").
words(avr, "\
bloody loose mellow sheer slow \
").
words(avrn, "\
clear damn rough \
").
words(n, "\
ab abandonment abasement abbey abbot abdomen aberration ability abjection ablation abnormality abode \
abolition abolitionist aborigine abortion abreaction abridgment abruptness abscess abscissa absence \
absenteeism absorbency absorption abstention abstraction abstractionism abstruseness absurdity \
abundance abyss academicianship academy acapulco acceleration accelerator accenting acceptance \
accident accompaniment accomplice accomplishment accordance account accountant accounting \
accouterment accreditation accretion acculturation accumulation accuracy accusation acetone \
acetonemia achievement acidity acolyte acquaintance acquiescence acquisition acre acreage acres \
acrobatics actinometer action activism activity actor actress actuality adam adaptation addition \
adenoma adequacy adherence adieu adios adjournment adjudication adjustment administration \
administrator admiration admirer admission admonition ado adolescence adonis adoption adroitness \
adulterer adulthood advent adventurer adverb adversary adversity advertisement advertising advice \
advisability advisor advocacy aegis aeon aeration aerator aerosol aeschylus affair affairs affection \
affidavit affiliation affinity affirmation affluence africa aftereffect afternoon agate agency \
agenda agent agglomeration agglutination agglutinin aggregation aggression aggressiveness aggressor \
agitation agony agreement agriculture ague aide ailment aimlessness air aircraft airflow airframe \
airplane airport airs airspeed airway aisle alabama alabaman alabamian alaska albany album albumin \
alcohol alderman alerting alertness algae alienation alignment alkali alkylbenzenesulfonate \
allegation allegiance allegory alley alleyway allocation allotment allusion aloes aloneness \
aloofness alteration altercation altitude altruism aluminum alundum alveolus amateurishness \
amazement ambassador ambiance ambiguity ambulance amendment america americana americanism \
aminomethane amity ammo ammunition amorist amp amphibology amplification amplifier amplitude \
amsterdam amulet amusement anabaptist anachronism anaconda anaesthesia analogy analysis analyst \
analyticity analyzer anaplasmosis anarchist anarchy anastomosis anatomy ancestor ancestry \
ancistrodon andrena anecdote anemia angel anglo-american anglophilia angst animosity anion ankle \
annihilation anniversary announcement annoyance anode anomie anonymity anorexia ant antagonist \
antares anteater antelope antenna anthill anthropologist anthropology anti-catholicism anti-semitism \
antibody anticipation anticoagulation antigen antipathy antiquity antiredeposition antiserum \
antithesis anvil anxiety aorta apache apartment aperture apex aplomb apogee apologia apologist \
apology apothecary apparatus apparition appearance appendix appetite applause apple applejack \
applicability applicant application applicator appointee appointment appraisal appraiser \
appreciation apprehension apprenticeship appropriation approval approximation april apron aptitude \
arc archaeologist archangel archbishop architect architecture archives ardor area areaway arena \
argon argot argument arianism arianist aridity aristocracy aristotle arizona arkansas armadillo \
armament armchair armful armoire armpit arms army aroma arousal arrangement arrival arrogance arrow \
arroyo arsenic art arteriole arteriolosclerosis artery arthritis articulation artifact artifice \
artillery artilleryman artisan artist artistry arts ascendancy asia aspect aspiration aspirin ass \
assassin assemblage assembly assertion assertiveness assessment assessor asset assiduity assignee \
assigning assignment assistance association assortment assumption assurance assyrian assyriology \
astonishment astronomy astrophysics asymmetry asynchrony at-bat athabascan athens athlete \
athleticism athletics atlanta atm atmosphere atom attachment attacker attainment attendance \
attention attica attitude attorney attraction audacity audience auditorium aug aunt aureomycin \
austerity austin australia authenticity author authorities authority authorization authorship auto \
autofluorescence autoloader automation autonomy autumn availability avarice avenue aversion aviary \
aviation avoidance awakening awarding awareness awfulness axiom axis axle azimuth babe backbend \
backbone backdrop backer backing backwoods backyard bacon bacteria badness baggage bagpipe bali \
balinese balkiness ballad ballerina ballet balletomane ballpark ballplayer ballroom balsam baltimore \
balustrade balzac banana bandit bandoleer bandstand bandwidth banister banjo banker bankruptcy \
banshee baptist barbell barbital barbiturate bargaining barium barkeep barley barn barnburner \
barnful barnyard barony baroreceptor barrier bartender baseball baseline basement basileus basin \
basis basket basketball bassinet bastion bath bather bathing bathos bathrobe bathroom bathtub baton \
battalion battery batting battle-ax battlefield battlefront battleground bavaria bawdyhouse bazaar \
beachhead beadle beadsman bearer beast beating beatnik beau beauty bed bedding bedground bedpost \
bedroom bedside bedstead bedtime bee beebread beech beehive beer beggary beginner beginning behalf \
behavior being belching belfry belief believer belle bellhop belshazzar benediction bennington \
bequest bereavement berg berlin bern beryllium besieger bestowal betrayal betterment beverage bevy \
bewilderment bible bibliography biceps bickering bidder bidding bile bilharziasis binder binoculars \
biography biologist biology biomedicine biophysicist biopsy bird birdbath birdhouse birefringence \
birmingham birthday birthplace birthright biscuit bishop bishopry bit biter bitterness bitters \
blackboard blackening blackmailer blackness blackout blacksmith blade blandness blasphemy blatancy \
bleachers bleb blending blessing blindness blizzard bloc bloke blood bloodhound bloodshed \
bloodstream blower blowfish blowing bluefish blues bluestocking boarding boardinghouse boater \
boating boatload boatswain bobbysoxer bodice body bodybuilder bodybuilding bodyguard bogy boiler \
boldness bolo bombast bombay bomber bombing bombus bondsman bonemeal bonfire bonn bonus booby \
bookcase booker booking bookshelf booth bootlegger bootlegging booty borate boredom borough borrower \
borrowing boston bottle bottomland boucle bough boulder boulevard boundary bounds bouquet bourbon \
bourgeoisie bout bowlder bowstring boxcar boxer boy boyhood braggadocio brain brakes bramble branch \
brandy brass brassica bravado bravery brazenness brazil breadth breakdown breaking breakthrough \
breakup breakwater breastwork breath breeches brevity briber bric-a-brac brick bricklayer \
bricklaying bride bride-gift bridegroom bridged-t bridgehead briefcase briefing brier brig brigadier \
brightness brilliance brilliancy bringing brink britain broadcasting broadening broadway broiler \
brokerage bronc bronchiole bronchiolitis bronchus brooklyn brothel brother brother-in-law \
brotherhood brow brucellosis brushing brutality buckboard buckskin buddha buddy buffoon bugler \
builder building buildup bulb bulgaria bullet bullethead bullyboy bumblebee bunkmate bunter bureau \
bureaucracy burglar burglary burial burma burner bursitis busboy bushwhacker business businessman \
businessmen butler butterfat buttocks buyer buying bw by-product cabana cabinet cadaver cadence \
cadenza cadre caesar cafe cafeteria calamity calcification calcium calculation calculus calf caliber \
calibration calibre california caliph call-back call-board callousness calmness calorimeter calumny \
calving camaraderie cambodia cambridge camera camper campfire camping campmate campus canada \
cancellation cancer candidacy candidate candlewick candour caning canon canteen cantle canyon \
canyonside capability capacitance capacitor capacity cape capitalism capstan captain captivity \
captor car carabao carbine carbon carcass cardiomegaly cardroom cards careerism carelessness \
caretaker cargo caribbean carload carnival carpentry carping carriage carrier carry-over cartilage \
carton cartoonist cartridge carving case cashmere casino cassite castanets castigation catastrophe \
catcher catecholamine category caterer caterpillar catharsis catheter cathode catholicism catkin \
cattle cattleman cavalcade cavalry cavalryman caveat caveman cavity ceiling celebrant celebration \
celebrity celerity cell cellar cellulose cemetery censorship cent centerfield centering centimeter \
centralization centrifugation century cerebellum ceremony certainty certification certiorari \
certitude ceylon chair chaise chambermaid champagne championship chancel chandelier chaos chapel \
chapter character characterization charger charisma charity charlatan chastisement chastity \
chattering checkbook checklist checkout checkup cheekbone cheerfulness cheesecloth chela chemist \
chemistry cherokee chest chevaux-de-frise cheyenne chicago chick chieftain chignon child childhood \
childishness chimney chin-up china chiropractor chivalry chloride chlorine chlorothiazide \
chlorpromazine chocolate choirboy cholelithiasis cholesterol chopin chopper chore choreography \
chorine chosen christ christendom christening christianity christmas chromatogram chromatography \
chromium chrysanthemum chump church church-state churchgoer churchman churchyard cicada cigar \
cigarette cilium cincinnati cinema circuitry circulation circumference circumstance circumstances \
circus citation citizen citron citrus city civilization claimant clairvoyance clamoring clamshell \
clan clangoring clannishness clapping clarity classicist classics classification classifier \
classmate classroom clause claustrophobia clay cleaner cleaning clearance clearing clearness clergy \
clergyman cleric clerking cleveland cleverness cliche clickety-click client clientele cliff climate \
clique clocking clod clodhopper closeup cloth clothes clothesbrush clotheshorse clothesline clothing \
cloudburst clover clowning club clubfoot clubhouse clutches cm co-optation co-worker coaching \
coalescence coalition coating coattail cobbler cocaine coccidioidomycosis coccidiosis cockatoo \
cockpit cockroach coconut codification coefficient coexistence coffee coffeehouse coffeepot \
cognizance cohesion cohesiveness coincidence coldness coleridge collaboration collaborator collage \
colleague collection collector college collegian collision collusion colon colonel colony colorado \
coloratura colors colt columbine columbus column columnist coma combination combo combustion \
comeback comedian comedy comer comet comforts commander commandment commando commentary commentator \
commerce commercialism commercialization commie commiseration commissary commissioner commitment \
committee committeeman commodity commoner commonwealth commotion communicating communication \
communion communique communism community commutation commutator commuter commuting companion \
companionship company comparison compartment compassion compatriot compensation competence \
competition competitor compiling complaint complaisance completeness completion complexity \
compliance complication complicity component comportment composer composing composition composure \
compounding comprehension compulsion compulsivity compunction computation computer comrade conceit \
concentration concept conception conceptuality conceptualization concerto concession concessionaire \
concierge conciseness conclave conclusion concurrence concussion condemnation condensation condenser \
condescension conditioner conditioning conduction conductivity conductor confederacy conference \
confession confessor confidant confidante confidence confidentiality configuration confinement \
confines confirmation conformity confrere confrontation confusion congestion congo congratulation \
congratulations congregation congress congressman conjunction connecticut connection connoisseur \
connotation conqueror conquest conscience consciousness conscription consensus consequence \
conservation conservatism consideration consistence consistency consolation consolidation conspiracy \
conspirator constable constancy constatation constellation consternation constitution constriction \
construction consultant consultation consumer consumption container contamination contemplation \
contemporaries contempt contention contestant context continence contingency continuance \
continuation continuity continuum contortion contraception contraction contractor contradiction \
contradistinction contraption contribution contributor contrition contrivance controller controversy \
contusion convection convenience convent convention conversation conversion convexity conveyor \
conviction cookfire cookie cooking coolant cooler cooling coolness coon coop cooperation \
coordination coordinator copenhagen coping corduroys cornfield cornmeal corona coroner corporation \
corporeality corps corpse corpulence correction correctness correlation correspondence corridor \
corruption corsage cortex corticosteroid corticotropin cosecant cosigner cosmos cottage cottonmouth \
council counseling counselor counteroffensive counterpart counterproposal countershot counting \
country countryman countryside county coup coupling coupon courage courier course courtesy courtier \
courtyard cousin cove coverage coverlet covetousness coward cowardice cowboy cowhand cowling \
cowpuncher cows coyness coyote cps cr cracker crackpot crafter craftsman craftsmanship crag \
crassness creaking creation creativeness creativity creator creature creche credo creed creek \
creeper crevice crime criminality crisis crispness criterion critic criticism croaking crofter crone \
crony cross-examination cross-purpose crossing crossroad crossroads crowbait crucifix crucifixion \
crudity cruelty crupper crusher crutch cryostat crystal crystallite crystallography cuba cubism \
cuckoo-bumblebee cud cufflink culmination culprit cult cultist cultivation culture cumulus cupboard \
cur curbside cure-all curio curiosity currant currency curriculum curtness cushioning cusp custodian \
custody customer cutlass cyclades cyclist cylinder cynic cyst cytoplasm czechoslovakia dad dadaism \
daddy daffodil dagger daiquiri dairy dairyman dais daisy dallas damascus dame damnation dancer \
dancing dandelion dane danger dante darkness darwin data datum daughter dawning day daybed daybreak \
daylight days daytime dc de-iodinase de-iodination deacon deadhead deadline deadlock dealer dealing \
dealings dean death deathbed debacle debility debris debt debunking dec decade decedent deceit \
deceleration december decency decimeter decision declamation declaration declivity decomposition \
decor decoration decorativeness decorator decorum decrement dedication deduction deed deer defection \
defendant defender defense deference defiance deficiency deficit defining definition deflection \
deformation degeneration degradation degree deity dejection delaware delegation deliberation \
delicacy delineation delirium deliverance delivery delta demagogue demander demarcation demeanor \
demimonde demineralization democracy democrat demolition demon demonstration demonstrator \
demoralization demythologization denial denmark denomination denouement denseness densitometry \
density dentist denture denunciation denver department departure dependence dependency depletion \
deportee depositor depot depravity depreciation depredation depression depth deputy dereliction \
derision derivation derrick dervish des descendants descent description desecration desertion \
designation designer desk desolation desorption desperation despoiler despondency despotism dessert \
destination destiny destroyer destruction desynchronizing detachment details detecting detection \
detective detector detergency deterioration determination detractor detroit developer development \
deviation device devilment devisee devotee devotion dew dewar dexamethasone di-iodotyrosine diabetes \
diagnosing diagnosis diagnostician dialect dialogue dialysis diam diameter diamond diaper diaphragm \
diarrhea diarrhoea diary diatom dichondra dickens dictatorship dictionary dictum diethylstilbestrol \
difference differentiation difficulty diffraction diffusion digitalization dignitary dignity dilemma \
diligence dilution dime dimer dimethylglyoxime diminution dinner dinnertime diplomacy diplomat \
dipole dipper direction directionality directivity director directory dirge disability disagreement \
disappearance disappointment disapprobation disapproval disarmament disassembly disaster disbelief \
disc disciple disclosure discomfort discontinuance discontinuity discovery discrepancy discretion \
discrimination discussion disease disenfranchisement disengagement dishwasher dishwater \
disillusionment disintegration disinterest dislocation disloyalty dismissal disobedience \
disparagement dispensary dispensation dispenser dispersal dispersion displacement displeasure \
disposal disposition dispossession disrepair disrepute disruption dissatisfaction dissection \
dissemination dissension dissenter disservice dissociation dissolution distance distaste distension \
distillation distinction distinctness distortion distraction distribution distributor district \
disturbance ditty divan divergence diversification diversion diversity divertimento divestiture \
dividend diving divinity division doctorate doctrine dodging doggerel doghouse dogma dogwood doll \
dollar domain dominance domination dominion donation donor door doorbell doorhandle doorknob doorman \
doorway dooryard dormitory dosage double-crosser double-crossing doubleheader dough dove doweling \
downfall downpour dowry dozens drafting dragon drainage drama dramatics dramatist draper drapery \
drawer drawing dreamer dregs dresser drinker drinking driver driveway droplet dropout droppings \
dross drought drover drowsiness drugging drugstore drumlin drummer drunk-and-disorderly drunkard \
drunkenness drygoods dryness dublin ducking duct duelist duffer dugout duke dullard dumbbell dune \
dungeon duplication durability duration dustbin dustpanful duty dweller dwelling dyeing dynamics \
dynasty dysentery eagerness ear earl earnestness earnings earphone earth earthman earthquake easel \
easter eating ebbing eccentricity ecclesiasticism ecliptic economics economist economy ecstasy edema \
edifice edition editor education educator eeg effectiveness efficacy efficiency effort \
egalitarianism egghead eggplant eggs ego egotism egotist egypt ejaculation ejection elaboration \
elasticity elation election elector electricity electrocardiograph electrode electrolysis \
electromagnet electromyography electron electronics electrophoresis electrophorus electroshock \
electrotherapist elegance element elephant elevation elevator elimination ell elm eluate elution \
emanation embankment embarrassment embassy emblem embodiment embracing emergence emergency \
emigration eminence emission emotion emotionalism emotionality emphasis emphysema empire empiricism \
employee employer employment emptiness enactment encampment enchantment enclave enclosure \
encouragement encroachment encumbrance encyclopedia ending endowment endpoint endurance enemy energy \
enervation enforcement engagement engine engineering england englishman engraver enigma enjoyment \
enlargement enlightenment enormity enrichment enrollee enrollment ensemble entanglement \
enterotoxemia enterprise entertainer entertainment enthalpy enthusiasm enthusiast entirety entity \
entranceway entrant entrepreneur entry envelope environment environs enzyme epaulet epicenter \
epicure epidermis epigram epiphany epiphysis episode epistemology epitaph epithet epitome epoch \
equality equanimity equation equator equilibrium equipment equipping equity equivalence era erosion \
errand error eruption escalation escapade escheat escritoire espionage essence establishment estate \
ester estrangement estuary eternity ethanol ethic ethics ethos etiquette euphoria europe eutectic \
evacuation evaluation evangelist evaporation eve evening evensong event evildoer evocation evolution \
ex-gambler ex-husband ex-mayor exacerbation exaggeration examination example exasperation excavation \
excellence excelsior exception excitability excitement exclaiming exclamation exclusion \
exclusiveness excretion excursion excursus execution executioner executor exemplar exemption \
exercising exertion exhaustion exhibition exhortation exhumation exigency existence exodus expanse \
expansion expansiveness expectancy expectation expedition expenditure expense experimentalism \
experimentation experimenter expertise expiration explanation expletive exploitation exploration \
explorer explosion exporter exposition exposure expression expressiveness expulsion expurgation \
extension extent extern extraneousness extrapolation extravaganza extremity extremum exultation \
eye-beaming eyebrow eyelid eyepiece eyes eyeshadow eyesight eyestrain fabric facade facet facility \
facing fact faction factory faculty fadeout failure fairness fairway fairy fairyland fairytale faith \
faker falloff fallout falsity fame familiarity family fanaticism fanfare fantasia fantasist fantods \
farewell farmer farmhouse farmland fasciculation fascination fascism fastball father-god faucet \
fauteuil feasibility feat feb february fecundity fedora feebleness feedback feeder feeding feedlot \
feeler feeling feelings felicity fella fellow fellowship felon femininity fencing fender \
fermentation ferocity fertilizer fervor festival festivity fever fiat fiber fiberglass fibrin \
fibrosis fiction fidelity field fielder fieldhand fielding fieldstone fiend fierceness fifties fig \
fighter figurine figuring filing fill-in filling fillip filly filming finale financing finding \
fineness fingering fingernail fingerprinting fingertip finishing finn firearm firecracker firelight \
fireman fireplace firepower fireside firewall firewood firework firing firmness first-nighter fisher \
fisherman fishing fishmonger fishwife fist fitness fixer fixing fixture flag-waver flair flannel \
flapper flashback flashing flashlight flask flatness flats flattery flatus flautist flea flexibility \
floc flocculation floodhead floor floorboard flooring florence florida floridian florist flowerbed \
flu fluorescein fluorescence fluoride fluorine fluoroboride flyer flyway fm focusing foe foible \
foliage folk folklore folks follow-through follower folly fondness food foodstuff foolishness foot \
footage football footbridge footing footpath footprint footstep foraging forecasting forefather \
forefinger forehead foreigner foreknowledge foreman forerunner foresight forest forgetfulness \
formalism formation formula formulation forte-piano forties fortification fortitude fortress fortune \
forwarding fostering foundation founding foundry fountain fountainhead foursome foyer fracas \
fraction fractionation fragmentation fragrance frambesia framework framing franc france frangipani \
fraternisation fraternity fraud freedom freeman freeway freewheeler freezing freighter frenchman \
frenzy frequency freshness freud friction friday friend friendliness friendship frieze frontage \
frontier frostbite fruitfulness frustration fulfillment full-of-the-moon fullness fumes fun fund \
fundamentals funds funeral fur fur-piece furlong furnace furniture furor fury fusion futility fuzz \
gabardine gable gadfly gadget gadgetry gagwriter gaiety gait gal galaxy gallantry gallbladder gallon \
gallows gallus galvanism gambler gambling game gamecock gamin gamma gamut gangster garbage gardener \
gardening gasoline gassing gastrocnemius gatepost gateway gathering gauss gavotte gearset \
gegenschein gelding gem gender generalist generalization generation generator generosity genesis \
geneticist genie genius genre gentian gentleman gentry genus geochemistry geographer geologist \
geology geometry georgia germ germanium germany ghana ghetto ghoul giddiness gig gingham ginkgo \
ginmill girl girlfriend giveaway givenness giver glacier gladiator glamor gland glanders glass \
glasses glaucoma glee glibness globe globulin gloom glossary glottochronology glove glutton \
glycerine glycerol gm gnome gnp goal goat god goddess going-over goitre goitrogen goldsmith golfer \
golfing goner good-bye goodness gop gospel gospeler gospels gourd gourmet gout governed governess \
government governor gradient grading graduation graining gram grammarian granary grandchild grandeur \
grandfather grandma grandmother grandparent granite granny grant-in-aid granule grape grapevine \
graphite grappling grassfire grasshopper gratification gratitude gravestone graveyard gravity \
graybeard great-niece greatcoat greatness greece greed greenland greenness greenroom greens greeting \
grenade grief grievance grille grinding grinning gristmill grocer grocery grounder grounds \
groundwork group grouping grove grower growling growth guam guardian guatemala guerrilla guessing \
guest guidance guidepost guilt guitar gulf gully gulping gun gunfire gunman gunner gunplay gunpowder \
gunshot gunslinger guru gust gusto guts guy gym gymnast gymnastics gynecologist gyration \
haberdashery habitat hacker hackwork haiku hair haircut hairdo half-brother half-hour half-intensity \
half-moon halfback halftime hall hallelujah hallmark halloween hallucination hallway halo halogen \
hamlet hamming handbag handclasp handful handiwork handkerchief handlebar handling hands handshaking \
handspike handstand handwriting handyman hangout hangover hanukkah happening happiness hardbake \
hardship hardtack hardware harem harlem harmony harshness harvard haste hatching hatchway hater \
hatred haunch haven haversack havoc hawaii hawker hayfield haystack headache headgear heading \
headland headlight headlinese headmaster headquarters headsman headstand healer health hearer heart \
heartbeat hearth heater heating heaven heavens heaver heaviness heaving hedonism hegel height \
heights heir helium hell hell-rooster hellion hello helper helplessness hemisphere hemoglobin \
hemorrhoid hemosiderin hen hepatitis herb heredity heretic heritage hermeneutics hero heroics \
heroine heroism herpetologist herringbone hesitancy hesitation hexameter heyday hi hideaway hideout \
hiding hierarchy highness highroad highschool highway highwayman hijacker hilarity hill hillbilly \
hillock hillside hilt hilum hipline hissing histology historian history histrionics hitler hitter \
hobby hodgepodge hokan holder holding holdup hole holland hollering hollowness hollyhock holmes \
holocaust holster homefolk homeland homesteader hometown homicide homogenate homogeneity honesty \
honeybee honeysuckle honky-tonk honkytonk honolulu hookup hookworm hopper hopscotch horde horizon \
hormone hornpipe horoscope horror horse horse-trail horselaugh horseman horsemanship hospital \
hospitality hostelry hostess hostility hotel hotelman hotness hotshot hour hours housebreaker \
housebreaking household householder housekeeping housewife housework housing houston hp hr hub \
hubbub hubris hudson hugging humanism humanity humidity humiliation humility humming humorist hun \
hungary hunter hunting hurler hurricane husband husbandry hut hutment hyacinth hyalinization hydride \
hydrocarbon hydrochloride hydrogen hydroxide hydroxymethyl hypercellularity hyperemia hyperplasia \
hypervelocity hypoadrenocorticism hypocellularity hypocrisy hypocrite hypothalamus hypothesis \
hypothyroidism hysteria icbm icebox iceland icicle idea idealist idealization identification \
identity ideologist ideology idiom idiosyncrasy idiot idleness idler idol ignoramus ignorance \
ile-de-france ileum iliad ilk illegitimacy illinois illness illumination illusion illustration \
illustrator image imagery imagination imaging imbalance immediacy immensity immigrant immigration \
imminence immobility immortality immunity immunoelectrophoresis imp impairment impasse impatience \
imperialism impetus impinging implementation implication importance importation importunity \
imposition impotence impotency imprecation impression imprimatur imprisonment impropriety \
improvement impulse impunity impurity in-fighting inability inaccuracy inaction inadequacy \
inadvertence inauguration incantation incarnation incentive inception incidence incipience \
incipiency incitement inclination income incompatibility incompetence incorporation incorruptibility \
incubation incubus inculcation incursion indecision indefinity indentation independence indexing \
india indiana indianapolis indication indicator indictment indifference indigestion indignation \
indignity indirection individualism individuality indolence indonesia inducement induction \
industrialism industrialization industry inequality inertia inevitability inexperience infancy \
infant infantry infantryman infatuation infection inference inferiority infidelity infield infielder \
infiltration infinitive infirmary infirmity inflation inflection infliction inflow influx informant \
information ingratitude ingredient ingroup inhabitant inhalation inheritance inhibition initiation \
injection injury injustice inkling inlet inmate inn inning innocence innovation inoculation inquest \
inquiry inquisitor inroad insanity inscription inscrutability insect insight insignificance \
insinuation insistence insolence insouciance inspection inspector inspiration instability \
installation installment instancy instillation institution instruction instructions instructor \
instrumentalist instrumentality instrumentation insubordination insularity insulation insulin \
insurance insurrection intake integer integrating integration integrity intellect intelligence \
intensification intensity intention intentness interaction interceptor interconnectedness \
intercourse interdependence interface interference interferometer interlayer intermarriage \
intermediary intermission interne interplay interposition interpretation interpreter interpreting \
interrelation interrelationship interrogation interruption intersection interval intervention \
interviewer intima intimacy intimidation intolerance intonation intransigence intrenchment \
introduction intruder intrusion intuition inundation invader invasion invention inventor inversion \
investigating investigation investigator investment investor invitation invocation involvement \
invulnerability iodide iodination iodine iodocompound iodoprotein iodothyronine iodotyrosine ion \
iran iraq ireland irishman irons ironworker irony irregularity irreproducibility irresolution \
irresponsibility irreverence irrigation irritability irritation irruption island isle ism isocyanate \
isolation isomer isopleth issuance italy item ivory ivy jabbing jackass jackdaw jan janissary \
janitor jansenist january jap jargon java jealousy jeep jejunum jeopardy jerusalem jesus jew \
jew-baiter jeweler jimdandy jimhickey job john johnny joker jonquil joss journal journalese \
journalism journalist journeying jowl judaism judgment judiciary juice juju jukebox july junction \
juncture june junkyard jupiter jurisdiction jurisprudence jurist juror jury justice justification \
justness juxtaposition kale kamikaze kansas kc keenness keeping keepsake ken kent kentucky kerchief \
kerosene kerygma ketch ketosis kettle keyboard keyhole khartoum khmer kickoff kidnapper kidney \
killer kilometer kindergarten king kingdom kinship kipling kissing kitchen kitchenette kleenex km \
knack knapsack knee knight-errant knob knocking knoll know-how knowledge knuckleball korea krauthead \
lab laboratory laborer labrador labyrinth lackey lad lady lager lagoon lair laity lake lamentation \
lamp lamplight landing landler landlord landmark landmass landowner landrover landscaping landslide \
lane language languor lantern laos lapel lappet larkspur larva lasher lat latitude laudanum laughter \
launcher launching laundering laundry laurels lavatory law law-breaking lawman lawn lawyer laxness \
layette laying layman layoff layout lb leader leaders leadership leafhopper leaflet leakage leaping \
learner learning leavening leaving lecher lecturer lecturing ledge ledger left-hander leftfield \
lefty leg legacy legatee legation legend legibility legislation legislator legislature legitimacy \
legume leisure leitmotiv lemma lemon lemonade lending length lengthening lens lentil leprosy lesion \
lessening lesson letdown lethality lethargy letter letterhead lettering letterman letters levis \
lexicon lexicostatistics leyte liability liaison liar liberalism liberation liberty librarian \
library libretto licking lid lieutenant life lifetime lifter ligament light-mindedness lighting \
lightning lignite likelihood likeness liking limb limbo limitation lincoln linden lineage linebacker \
lineman linen liner lineup linguist linguistics links linoleum lint lion lip liquidation liquor \
lisbon listener liter literalism literalness literature litigant litigation livelihood liveliness \
liverpool livestock lizard loading lobe loblolly lobscouse lobscuse lobularity lobule locale \
locality localization location locker lockup locust lodging lodgings logarithm logger logging logic \
logistics loins london londoner loneliness longevity longing longitude longshoreman longshot lookup \
loon loophole lordship lore lorelei loser loss losses lot lotion lotus loudspeaker louisiana \
louisianan louse lousiness loveliness lover loyalist loyalty lp lucidity lucifer luck luger luggage \
lullaby luminary luminescence luminosity lummox lunation luncheon lunchroom lung lunkhead luster \
lustre luxury lymphocyte lyricist ma machine machinery machinist mackinaw macrophage madam madman \
madness magazine maggot magician magistrate magnet magnetism magnification magnificence magnitude \
magpie mah-jongg mahogany maid mailbox mailman maine mainland maintenance majesty major-general \
majority majors make-work maker makeready makeup making malady malaise malaria malediction maleness \
malevolency malfeasant malignancy malingering mama mamma mammal man man-of-war management manager \
manchester mandamus mane maneuverability manfulness manhattan manhood mania manifestation \
manipulation manner manners manometer manor manpower manse manservant mantel mantrap manufacturer \
manufacturing manumission manuscript manzanita maple marathon marbleizing marbles marching mare \
margin marginality maria marker marketing marketplace marking marksman marksmanship marmalade \
marquee marriage marrow marrowbone mars marsh martini mary maryland mascara masculinity masking \
masonry massachuset massachusetts masses masseur mast masterpiece mastery materialism math \
mathematics mating matriarch matrimony matrix matron matsyendra matting maturation maturity \
mausoleum maxim may mayflower mayor maze mc meadow meal meaning meaningfulness meanness means \
measurement measuring meat mechanics mechanism medal medication mediocrity meditation medley meeting \
megalomania megalopolis megaton mekong melee melioration melodrama melody melon member membership \
membrane memoir memorabilia memorandum memorial memorization memory memphis men menarche mentality \
menu meq mercer merchandising merchant mercury mercy merger mermaid merriment merrymaking message \
messenger metaphor meteor meteorite method metis metrazol metro metropolis mexico mg micelle \
michigan microcosm micrometeorite micron microorganism microphone microphoning microscope microscopy \
microsecond mid-fifties mid-june mid-thirties midair midday midnight midsection midshipman midst \
midsummer midwatch midwest mien might migration mike mile mileage milestone milieu militia \
millenarianism millennium milliampere millidegree milligram milliliter millimeter millivoltmeter \
millpond millwheel milquetoast milwaukee mimesis mimicry min miner mineralogy mingling mining \
ministration ministry minneapolis minnesota minority minuet minutia miracle misanthrope misbehavior \
miscalculation miscegenation mischief misconception misconstruction misdeed misdemeanor misery \
misfortune misgiving misinterpretation mismanagement misnomer misogynist misrepresentation missile \
mission mississippi missive missouri mistaking mistress misunderstanding mite mitigation mixing \
mixture ml mm mobcap mobility mobilization mocker mockery mode moderation modernism modernity \
modernization modesty modification modifier modulation moisture molding molecule moment momentum \
mommy mon-khmer monarch monastery monday money moneymaker monitoring monk mono-iodotyrosine monocle \
monograph monologist monologue monomer monopolization monopoly monosyllable monotony monsieur \
monsoon monster monstrosity month montreal monument mood moon morale moralist morality morals mores \
morgue morning morocco morphology morphophonemics morrow morse morsel mortality mortician \
mortification moscow moses mosquito moss motel moth motherland motif motivation motorcar motto \
mountain mountainside mourner mouthful mouthpiece movement mover movie moviegoer mph mucosa mucus \
mudguard muffler mule multiplication multiplicity multitude munich murderer muscle muscleman \
musculature museum music musician musicianship musket musketry mustache mutilation mutineer \
muttering mutton mutuality mv myelofibrosis myocardium myofibril myofibrilla myrtle mystery mystique \
myth mythology nadir nakedness namesake napoleon naprapath narrowness nashville nassau nation \
nationalism nationality naturalism naturalness nature naturopath naught nausea navel navigation \
navigator navy nazism nearness nebraska necessity neck necklace necktie necropsy necrosis nectar \
nectary negligence negotiation neighborhood neighborliness neighbourhood nemesis neocortex \
neoromanticism nephew neptune nerves nervousness nestling neurosis neutralism neutralist neutrality \
neutralization neutrophil newcastle newcomer newfoundland newport news newsboy newsletter newsman \
newspaper newspaperman newton nicety niche nicotine niece night night-sight nightclub nightdress \
nightfall nightingale nightmare nightshirt nighttime nihilism nineties nirvana nitrogen no-goal \
nobility nobody nodule noise noisemaker nomia nomination non-catholic non-discrimination non-jew \
non-resistant noncom nondriver nonequivalence nonfiction noninterference nonoccurrence noon \
noradrenaline norethandrolone norm northerner northland norway nostalgia notation notebook nothing \
notification notion noun nourishment nov novelist novelty november novitiate nozzle nuance nubbin \
nucleolus nucleus nuisance numbering numbness nun nursery nursing nuthouse nymph oak oat oath \
oatmeal obedience obelisk objectification objection objectivity obligation obliteration oblivion \
obscenity obscurity observance observation observer obsidian obstacle obstruction obtrusiveness \
obverse occasions occlusion occupancy occupant occupation occurrence ocean ocelot oct octahedron \
octave october odds odessa odor odyssey off-broadway offence offender offense offering office \
officer offspring ogress ohio oilcloth oilfield oklahoma oldster oleander ology olympics omission \
one-eighth one-fifth one-fourth one-half one-tenth one-third one-thousandth one-upmanship oneness \
onlooker onrush onset onslaught opener openwork opera operagoer operation operations operator \
operetta opinion opium opportunism opportunity opposition oppression optimism opus oration orator \
oratorio orchard orchestra orchestration orchid ordeal ordering orderliness ordinance ore oregon \
organ organification organism organization organizer orgy orientation orifice origin originality \
orinoco orthicon orthodoxy orthography orthophosphate os oscillation oscillator ossification \
osteoporosis ounce out-of-doors outbreak outburst outcome outfield outfielder outflow outing outlay \
outlet outlook outpost outreach outset outsider outskirt outskirts oven overachievement overachiever \
overcoat overeating overestimation overnighter overpayment overprotection overshoe \
oversimplification overtone overture owl owner ownership ox oxcart oxen oxford oxidation oxygen \
oxytetracycline oyabun ozone pa pachinko pacification pacing packaging packet packing packinghouse \
pact paean paganism pageant paging pail pains painter painting pakistan palace paleocortex palermo \
palestine palette pallor pamphlet panama pane paneling pang pansy pantheon panther panting pantry \
pap papa paper papers paperwork parable paradigm paradise paradox paragon parakeet parallelism \
paramagnet parameter paranoiac paraphernalia parasite parchment pardner parenchyma parent \
parenthesis parenthood parimutuel paris parish parishioner parisology parking parlance parliament \
parlor paroxysm parson parsonage parthenon participant participation particle parting partnership \
parts party passage passageway passenger passerby passion passivity pastime pastor patchwork path \
pathogenesis pathologist pathology pathos pathway patience patina patriot patriotism patroller \
patrolman patron patronne paucity pavement payday payment payroll pbs pea peace peacock pealing pear \
peasant pebble pecs pectoralis peculiarity peddler pedestal pegboard pelting pelvis pemmican \
pen-and-ink penalty penance pendulum penetration peninsula pennant pennsylvania penny pensioner \
pentagon penthouse penutian peony people peptidase percent percentage perception perchlorate \
percolator percussion perfectibility perfection perfectionism perfectionist perforation performance \
performer perfusion period periodicity periphery periwinkle permanence permian permission \
perpetration perpetuation persecution persistence persistency person persona personage personality \
personification personnel perspective perspiration pertinence perturbation peru perusal \
pervaporation pessimism pessimist petal petitioner petting petulance pew pfennig ph phagocyte \
phalanx phantasy pharmacist pharmacy phase pheasant phenomenon phenothiazine philadelphia \
philanthropist philippic philippines philosopher philosophizing philosophy phloem phoenix phoneme \
phonemics phonetics phonograph phonology phosgene phosphate phosphorus photo photography \
photomontage photon phraseology phrasing phylum physicalness physician physicist physics physiognomy \
physiology physique pianism pianist piazza picasso pickup picturing pidgin pie piedmont pier piety \
piezoelectricity pigeon pigskin pike pilgrim pilgrimage pill pillar pimple pinafore pinball pinecone \
ping-pong pinning piper pirogue pisces pistol pistoleer pitcher pitching pitfall pittsburgh pixie \
pizza place-kicker place-kicking placement plainclothesman planet planetoid planner planning \
plantation planter planting plaque plasma plasterer plasticity platform platinum plato platonism \
platonist platoon playacting playback player playground playing playmate playwright pleasure \
plenitude pleura plowing plowshare plug-ugly plumber plumbing plumpness plunker pm pneumonia \
pocketful poem poet poetry poignancy poland polarity polarization policeman policy polio politeness \
politician politics pollen polls pollution polybutene polyelectrolyte polyethylene polymerization \
polymyositis polynomial polyphosphate pompousness poncho pond pony pope poplin popping poppy \
populace popularism popularity population porch porcupine pork porkchop porosity portal porterhouse \
portfolio portion portrait portrayal portugal portwatcher poseur positivism posse posseman \
possession possibility possum poster postscript potassium potato potency potentiality potentiometer \
pothole potpourri potshot pottery poultry pounding poverty pow powerfulness practitioner prairie \
prayer preacher preaching precaution precedence prechlorination precinct precipice precipitin \
precision preconception predecessor predicament predicator prediction predilection prednisone \
predominance predomination preexistence preference preferment premises premix premonition \
preoccupation preparation preposition presbyterian preseason presence presentation presentment \
presentness preservation presidency president pressure prestige presumption presupposition pretence \
pretense pretension pretext prettiness prevalence prevention prevision pricing prie-dieu priest \
primacy primate primates primer priming primping prince principle printing priority prison prisoner \
privacy probability problem procedure proceeding proceedings proceeds process-server processing \
processor proclamation procrastination procreation procurement procurer producer product production \
productivity profanity profession professor professorship proficiency profitability profits \
profundity profusion programming progression progressivism prohibition projection proletariat \
proliferation prolongation prometheus prominence promoter promotion promulgator pronoun \
pronouncement propaganda propagation propeller property prophecy prophet proponent proportionality \
proposal proprietor proprietorship propriety propylthiouracil prose prosecution prosecutor prosody \
prosperity prostitution protagonist protease protection protectorate protege protein proteolysis \
protestantism protestation proton protoplasm prototype protozoa protuberance provenance proverb \
providence province provincialism provisions proviso provocation prowess prowler proximity prudence \
pseudophloem psi psithyrus psyche psychiatrist psychologist psychology psychopath psychophysiology \
psychopomp psychotherapy pterygium publication publicist publicity publisher publishing pulley \
pulling pulpit pulsation puncher punctuality pundit punishment punster pupil puppet puppy purgatory \
purification purity purpose pursuer pursuit purveyor pushing pushup putout puzzlement pyrex \
pyrometer python quackery quadriceps quadrupling quaker qualification quality qualm quantity quart \
quarter-century quarters quartz quatrain questioner questionnaire quickening quickie quickness \
quietness quill quintet quirt quota quotation rabat rabbi rabble racine racing radar radiance \
radiation radiator radicalism radiochlorine radish radius ragamuffin railhead railing railway \
rainbow rainfall rajah ramification rampart ramrod rancher rancor randomization rapidity rapist \
rapport rapture rascal rathole rating ratio rationale rationalism rationalization rationing rattler \
rattlesnake rawhide rbi re-creation re-introduction reactant reaction reactivity reader readiness \
reading readjustment reagent realism realist reality realization realm reappearance rearguard \
reassurance reb rebellion rebuilding receipts receiver receptacle reception receptionist recession \
recipient recital recklessness reckoning reclassification reclining recognition recollection \
recommendation reconsideration reconstruction recorder recording recourse recovery recreation \
recrimination recruitment rectangle rectifier rectitude recuperation recurrence redcoat redefinition \
redemption redeposition redevelopment redheader rediscovery reducing reduction redundancy reelection \
reenforcement reevaluation refectory reference referendum refinement reflectance reflection \
reflector refocusing refrigeration refrigerator refueling refugee refusal regime regiment \
regimentation region registrant registration registry regularity regulator rehabilitation \
reharmonization rehearing rehearsal reich reimbursement reinforcement rejection relatedness relation \
relations relationship relentlessness relevance relevancy reliability reliance relic relief religion \
religionist religiousness reliving remains remembrance reminder remission remnant remonstrance \
remorse removal remuda remuneration renaissance rendering rendition renewal renovation renunciation \
reorientation repairman repayment repentance repertory repetition replacement replacing \
replenishment replication reporter reporting repository representation repression reprisal \
reproducibility reproduction reptile republic repugnance repulsion reputation requirement researcher \
resemblance resentment reserpine reservation reserves reservoir residence residue resignation \
resilience resistance resistor resolution resonance resorcinol resource resourcefulness respects \
respiration response responsibility responsiveness restatement restaurant restlessness restoration \
restraint restriction resumption resuspension retailer retailing retaliation retardation retention \
retentiveness retina retirement retraining retreated retribution retrovision reunion revelation \
reveller revelry revenue reverberation reverie reversal reversibility revery revetment reviewer \
revision revival revolution revolver revulsion rh rhetorician rheumatism rhino rhinoceros \
rhinotracheitis rhubarb rhythm ribbon ribes riboflavin richmond richness rider rifle rifleman rift \
rig-veda rigger right-hander righteousness rightfield rightness rigor ring-around-a-rosy ringing \
ripening rite river riverbank rivulet road roadblock roadside roadway roarer robber robbery \
robustness rod rodeo rogue role roleplaying roller romanticism rome roofer rooftop rooftree rookie \
room roomful rooms roosevelt rooster rooting rosary rosebud rosette roster rostrum rotation rotc \
rotor rotundity roughneck roughness roundhouse roundup rousseau royalty rpm rubble rudder rudeness \
ruffian rug ruler rumen rump rundown runner runner-up runoff rushing russia rustler rutabaga \
ruthlessness sabbath sacrament sacramento sacrilege saddlebag sadism sadness safe-conduct \
safebreaker safety saga sagebrush sailing sailor sake salad salamander salary sale salesgirl \
saleslady salesman salesmanship salish saliva sally salon saloon saltwater salvation salvo sameness \
sampler sampling sanctity sandal sandalwood sanitation sanity sapling saracen sarcasm sardine sari \
sash sassing satiety satin satire satirist satisfaction saturation saturday saturn sausage \
savageness savannah saver savings savior sawdust sawhorse scandal scarcity scavenger scenario scene \
scenery scepticism scherzo schism scholar scholarship school schoolboy schooldays schoolgirl \
schoolhouse schooling schoolmarm schoolmaster schoolmate schoolmistress schoolroom sciatica science \
scientist scimitar scoffing scope scoreboard scores scot scotchman scotland scoundrel scouring \
scours scouting scrapheap scraping scratchiness screeching screenplay screwdriver scripture \
scrubbing scrutiny sculptor sea seacoast seafarer seagull seahorse sealing seaman seaquake \
searchlight season seattle seawater seaweed secessionist secrecy secretary secretion sect section \
sector secularism secularist security sedan sedimentation seduction seedbed seedling seedpod seeker \
seepage seer segregationist seismograph seizure selection selectman self-aggrandisement \
self-awareness self-confidence self-consciousness self-control self-deception self-defense \
self-destruction self-determination self-discipline self-effacement self-esteem self-flagellation \
self-government self-help self-indulgence self-interest self-preservation self-pride self-reliance \
self-respect self-sacrifice self-satisfaction self-will selfishness selling semblance seminarian \
seminary semitrance senate senator send-off sending seniority sensation sensibility sensing \
sensitivity sensor sensuality sentiment sentimentalist sentimentality sentinel sentry separation \
sepia sept septation september septum sequestration serenity serge sergeant serialism series \
seriousness sermon serpent serratus serum servant services serviette session setback setting \
settlement settler setup severalty severing severity sewage sewer sewing sextet sforzando shading \
shakespeare shaking shallowness shamrock shantung shanty shard sharer sharpness shaving shawl sheaf \
sheath sheep sheepman sheepskin shelf shenanigan sheriff sherry shibboleth shielding shim shinbone \
shipbuilding shipment shipping shipyard shirking shirtfront shirtsleeve shirtsleeves shoeful \
shoelace shoes shoestring shoot-down shooter shooting shopkeeper shopper shopping shortage shortcut \
shortness shortstop shot shotgun shouting showcase showdown showerhead showing showpiece showroom \
shrapnel shrieking shrub shrubbery shucks shuffling shutdown siberia sicily sickness sickroom \
sideboard sidewalk sidewinder siding siege sightseeing signal-to-noise signaling signature \
significance signore silicate silicone silk silkworm sill silo similarity simile similitude \
simplicity simulation sincerity sinfulness singer singularity sinking sinner sinusoid sioux sipper \
sir sirloin sis sister sister-in-law sit-down site situation sixties skeet skeptic skepticism skiff \
skill skimming skirmisher skit skulking skull skullcap sky skylight skyscraper slab slacks slavery \
sleeper sleepwalker sleeve slicker slinging slingshot slippage slipper slob sloe slogan sloganeering \
sloop slovenliness slowing slowness sludge slugger small-arm smallness smallpox smokehouse \
smoothness smuggler snapdragon snapshot sneaker sniper sniveling snoring snout snowfall snuffbox \
snuffer soapsuds sobriety sociability socialism sociality society sociologist soddy sodium sofa \
soft-shoe softness soldier soldiering soldiery solemnity solicitude solidarity solidity solipsism \
solitude soloist solution someone somersaulting son sonar song songwriter sonny sonogram sonority \
soothsayer sophistication sorority sorption sort soul soundtrack source sourdough soutane southerner \
southernism southpaw souvenir sovereignty soviets sowbelly spacing spaciousness spain spaniel \
sparrow spasm spatiality speakeasy speaker specialist specialization specialty species specification \
specificity specimen spectacle spectacles spectator specter spectrometer spectrophotometer \
spectroscopy spectrum speculation speech speechlessness spelling spending sphere spherule spider \
spine spinnability spire spirit spirits spleen splendor splenomegaly splicing splinters spoke \
spokesman sponsorship spontaneity spoonful spore sportsman sportswoman spouse spraying springboard \
springfield springtime sprinkling sprinter sprue sputnik sputtering squad squadron squatting \
squirrel stability stabilization stadium stager staginess stagnation staining stair staircase stairs \
stairway stairwell stalin stamen stance standpoint standstill stardom starlet starlight starter \
startup starvation statement statesman statesmanship stationery statistic statistician statue \
statuette stature status stead steak steakhouse stealing stealth steamboat steamship steed steeple \
stein stenography stepchild stepmother steppe steprelationship steps sternum steroid stethoscope \
stetson steward stewing stickpin stiffening stiffness stillness stilt stimulation stimulus stirrup \
stockbroker stockholder stocking stoicism storage storefront storehouse storekeeper storeria \
storeroom story storyline storyteller stove straggler strangeness stranger strangulation stratagem \
strategist strategy stratification stratum stravinsky strawberry streamliner street streetcar \
streetlight strength stretching striation strife striving strychnine stubbornness student studio \
stumping stupidity stupor stylemark stylist stylization sub-interval sub-test subcommittee \
subcontinent subdivision subfigure subgroup subjectivist subjugation submission submucosa subpart \
subscription subsection subsidy subsistence subsoil subspace subspecies substance substation \
substitution substrate subsystem subterfuge subtlety suburb suburbanite subway success succession \
successor sucker suddenness sufferer suffocation suffrage suggestion suicide suitability suitcase \
suite suitor sultan sumatra summation summer sunday sundial sundown sunlight sunray sunshade \
sunshine superficiality superhighway superintendent superiority supermarket supernaturalism \
superstition supervision supervisor supper suppleness supplier supporter supremacy surety surface \
surfactant surgeon surroundings surveillance surveying surveyor survival survivor susceptibility \
sushi suspense suspension suspicion sustenance swad swahili swami sward swashbuckler swatch swathing \
swearing sweatband sweater sweatshirt swede sweden sweetness swelling swimsuit switch-hitter \
switchboard switching switzerland sword syllabicity syllable symbol symbolism symbolist symmetry \
sympathy symphony symposium symptom synagogue synchronism synchrony syndrome synergism synonym \
syntax synthesis syria syringa system systematization t-square table tableau tablet tabletop \
tabulation tact tactic tactics tadpole taffy tahiti tailback taiwan takeoff takeover takings tale \
talent talking talks tallow tampering tang tangent tanker tantrum tapestry tapping tarpaulin task \
tavern taxidriver taxpayer tea teacart teacher teaching teakettle teakwood team teammate teamster \
tears teaspoonful teat technician technique technology teenager teens teetotaler telegram \
telegrapher telegraphy telepathy television temerity temperament temperature tempest temple tempo \
temptation tenacity tenancy tendency tenderness tendon tenement tenet tennessee tennis tension \
tentacle tenting termination terminology terms terrain terrier territory terror terrorist terrycloth \
testament testicle testimony testing texas text texture thailand thamnophis thankfulness thanks \
thanksgiving thawing theater theatre theatregoer theologian theology theorem theorist theory \
therapist therapy thermistor thermocouple thermodynamics thermometer thermometry thermopile \
thermostatics thesis thiamin thicket thickness thief thigh thighbone thill thing things thinker \
thinness thiocyanate thiouracil third-dimensionality thirties thong thoreau thorn thoroughfare \
thoroughness thought thought-image threat three-dimensionality threshing threshold thriller throat \
throe thrombosis thrombus thruway thuggee thumbnail thursday thyroglobulin thyroid thyronine \
thyrotrophin thyroxine tibet tidbit tidewater tidings tie-in tiger tightening tilth timber timbre \
time timeliness timepiece timer times timetable timidity timing tine tissue tit titer title-holder \
titration toad tobacco toddy toffee toilet tokyo tolerance tollgate tollhouse tomato tomb ton tone \
tons tooth toothbrush toothpaste topic topography topsoil tormentor tornado toronto torpor torrent \
torso tory totality toter touchdown touchstone toughness tourist tournament towboat toweling town \
townsman toxin trachea tracing tract tractarian tractor trader tradesman trading tradition \
traditionalism tragedian tragedy traineeship training trainman trait traitor trampling tranquility \
tranquilizer transaction transcription transducer transformation transformer transfusion \
transgression transience transistor translation translucence transmission transmitting transmutation \
transpiration transportation transvestitism trapper trapping traveler traveller travelogue tray \
treachery treadmill treason treasurer treasury treatment treaty tree treetop trepidation trestle \
tri-iodothyronine trial triamcinolone triangle tribunal tribute trimming trinket trio triphammer \
tripod triviality troika trooper troops tropidoclonion troubleshooter trough troupe trousers \
trucking truculence trumpeter trunk trustee truth truthfulness tsh tsunami tub tube tuberculosis \
tubing tubule tuesday tuft tug-of-war tuition tularemia tulip tumbler tumbling tumor tumour tumult \
tungsten tuning tunisia turban turbine turbulence turkey turmoil turning turnover turnpike turntable \
tv tweed twenties twirler two-baser two-by-four two-thirds typewriter typewriting typhoid typhus \
typing typography tyranny tyrant tyrosine ubermensch ugliness ulcer ulceration ultimatum \
ultracentrifugation un unambiguity unawareness uncertainty uncle unconcern underachievement \
underachiever underbrush undercurrent undergraduate underling undersecretary undershirt underside \
understatement undertaker undertaking underwear underworld undoing uneasiness unemployment unfolding \
unhappiness unification uniformity uniqueness unit unity universality universe university unloading \
unpredictability unrealism unreality unreason unrest unselfconsciousness unselfishness untruth \
unwillingness upheaval upkeep uplifting uppercut uprising uproar upshot uptake urchin urgency urging \
urine urn us usage usefulness uselessness user ussr utah utensil utilization uto-aztecan utopia \
utopianism utterance vacancy vacationing vaccinating vaccination vaccine vacuolization vagueness \
validation validity valley valor valuation value-system values valve vandal vandalism vanguard \
vanity vapor vaporization vaquero variability variation variety vase vatican vaudeville vector \
vegetable vegetation vehemence vehicle vellum velocity velour velours vending vendor venezuela \
vengeance venice ventilation venus veracity veranda verandah verb verbena verdict verification \
verisimilitude vermont vermouth versatility version vertex vertigo verve vessel vestibule vestige \
vexation viability viand vibrancy vibration vicar vice vicinity victim victor victory victrola video \
vienna vientiane viewer viewers viewpoint vigilance vigilantism vignette vigor village villager \
villain vindication vine vinegar vineyard vintage vinyl violation violence violin violinist virginia \
virginian virginity virtue virulence virus visage viscometer viscosity visibility vision visitor \
vista visualization vitality vitals vitamin vividness viyella vocabulary vocalist vocation vogue \
volcano volition volleyball voltage voltaire voltmeter volume vomiting voter voting vowel voyager \
vulnerability vulture wads wafer wages wagon waist waiter wakefulness walkout walkover wall wallet \
wallflower walnut walrus wand wanderer war ward-heeler wardrobe wardroom warehousing warfare \
warhorse warm-up warmongering warmth warrior warsaw wart washbasin washbowl washing washington \
washup wastebasket wasteland wastewater watcher watching watchmaker watchman water-skiing \
watercolorist waterfall waterfront watermark waterproofing watershed waterway watt wavelength way \
ways wayside weakness wealth weaning weapon wearer weariness wedding wednesday weeds week weekday \
weighting weightlessness weir welfare well-being weltanschauung westerner wetness wetting wheat \
wheelchair whereabouts whig while whim whiskers whiskey whisky whistling whit whiteface whiteness \
whodunit wholesaler whorl wickedness wicker widower widowhood width wife wig wigmaker wildcatter \
wildlife wildness wile willingness willow willpower windbag windbreak winding-clothes windmill \
window window-washing windowpane windowsill windshield wineglass wingback wingman wings winner \
winnipeg wintertime wisdom wisenheimer wishing wisp wit withdrawal withe withholding woe woman womb \
wonderfulness wood woodcarver woodgrain woodgraining woodpecker woods woodshed woodwork wool word \
wording words wordsworth workbench workboard worker workings workman workout works worksheet \
workshop worktable workweek world worriment worshipper worsted worthlessness wrapper wrath wreath \
wreckage wrestler wrestling wretch wretchedness wrist writ writer writing writings wrongdoing \
wyoming xenon xylem xylophone yale yard yardage yardstick yaws year yearning years yelling yelping \
yes yesteryear yoga yokel yokuts youngster youth yr yucca yugoslavia zeal zenith zionism zloty \
zombie zoning zoo \
").
words(na, "\
accessory acid acting additive adherent adhesive adjective adjunct adult aegean aerial afghan \
alabaster aliquot alpha alternative amateur ammoniac analogue anglo-saxon animal anionic antecedent \
anti-semite arctic arithmetic aspirant assistant atheist atlantic attendant attic august auxiliary \
avocado babylonian baffled banging banner barbarian bass bastard batwing bearing beneficiary bent \
beta binding blaring blonde blooming bolshevik bouncing bracing breakable breakaway breathing brute \
buggy burning californian caller capillary capital captive cardboard catching cathedral cc \
centennial characteristic charnel cheering chicken choice ciliate classic cleft composite consonant \
constituent continent contingent contrabass contraceptive contralto convertible coral corporal \
correspondent cracking criminal current custom cutting daring darling deepening deltoid \
demonstrative derivative descendant descendent detergent determinant deterrent diabetic dialectic \
directive dirt discomfited documentary dozen drumhead ebony editorial effluent elder elite \
elizabethan ellipsoid equivalent ethiopian evil excess executive existentialist expert fanatic \
farming favorite female fighting filipino flint flowering flowing fluid foreboding formative \
freshman fugitive future georgian german giant giving gold grasping grating greenhouse growing \
grownup grumbling half-breed hawaiian hearing hip hollywood homebound howling icelandic imbecile \
imitation incident incompetent individual individualist initiative instant instinct intangible \
intent interior interrogative israeli italic jamaican jerking jesuit junior killing kind laggard \
latin legion liberal libertine lilac liver living low-down lowland magic maiden maimed male maniac \
manic-depressive manual material mechanic mediterranean medium melancholy mercenary merging mexican \
mineral miniature minute missionary moire moneymaking monochrome mosaic motive murmuring musing \
mutant narrative narrowing negro nonconformist nonsense novel nymphomaniac objective occidental \
ocher official opening opponent orange outcast pacific pagan paperback patient pectoral pedigree \
periodical phantom pituitary plastic portuguese positivist precedent prerequisite prescription privy \
projectile propagandist protozoan punk purging pussy questioning racist reactionary rearing \
reasoning recluse reflex regulation rejoicing representative republican resident retrospective \
reverend ritual rose routine ruby ruling running russet rustling sabine sable sage saline salmon \
saving scapular sec self shaping siamese side singing sinning sitting size slain slapstick slavic \
sleeping smoking socialist solvent sophomore soprano spanish speaking sprawling standard standby \
starting statuary statute stereo stimulant stirring strait sudanese suffering sulky summary surplus \
sweetheart swimming swiss teasing tending tenor terminal testimonial texan textile thinking thousand \
thumping token traditionalist tudor turbinate tutorial twenty-eight twenty-two twilight twisting \
ukrainian ultraviolet umbrella unconfessed understanding uninitiate union unitarian utility velvet \
vertebrate veteran violet virgin wailing walk-up waning warning waxing weakening well-wishing \
whirring wildcat wizard yankee year-end zionist \
").
words(nar, "\
backstage east forte half northeast offstage passing past piano rattling right roaring south \
southwest uptown weekly west \
").
words(nav, "\
ace beetle bias bluff bombproof bone boss bottom bronze bush chance concrete discontent front grave \
hex hollow honey invalid iron jade key level light lyric manifold mat metal middle mint motor neuter \
overcast plane port premiere proof quack romance rubber salt satellite sham slick slight sole staple \
starboard straw submarine subordinate tan tense top uniform vagabond weather zero \
").
words(navr, "\
broadside solo \
").
words(nr, "\
ad boiling etcetera horseback lots nay overtime part plenty soaking today tomorrow yesterday \
").
words(nra, "\
home north southeast straightaway \
").
words(nv, "\
abort abseil accent access accession act addict address adduct advantage adventure advert affiliate \
affright affront age ail airbrush airlift airmail alarm alibi aliment alligator allowance alloy \
allure ally ambition ambuscade ambush amnesty amount anagram anger angle anguish annex ante ape \
apparel appeal applique apprentice aquaplane aquatint arbitrage archive arm armor armour array \
article ash asphalt aspirate assault assay assent asterisk atrophy attire auction auctioneer audit \
autoclave autograph automobile autopsy avalanche award awe ax axe baa babbitt baby bach bachelor \
backfire background backlash backlog backpack backspace backstop backstroke badge bag bail bait \
balance bale ball ballast balloon ballot ballyhoo band bandage bank bankroll banquet banter bar barb \
barbeque barber bard barf bargain barge bark barrack barrage barrel barricade barter bash basset \
bastinado batch batik batten battle baulk bayonet beach beacon bead beak beam bean beard beaver \
bebop beef beep beeswax beggar belay belch bell belly bellyache belt bench benefice benefit berry \
berth bib bicycle biff bight bike bilge bill billet bin binge bioassay birdlime birdnest birr birth \
bitch bitt bivouac blabber blackball blackberry blackguard blackjack blackleg blacklist blackmail \
blacktop blackwash blare blarney blather blaze blazon bleach bleep blemish blether blight blinker \
blitz blitzkrieg bloat blob block blockade blog blossom blot blotch blow bludgeon blueprint blunder \
blur bluster board boat bobble bobsled bog boldface bomb bombard bond bong bonnet boob boogie book \
boondoggle boot bootstrap booze bop border bosom botch bottleneck bower bowl box bracket brad braid \
brail braille brainstorm brake brand brattice bravo brawl bray bread breakfast bream breast \
breaststroke breeze brevet brew bribe bridge bridle brigade brim brine bristle broach broadcast \
brocade broker brooch brood brook broom browse brunch bubble buccaneer bucket bud budget buffalo \
buffer bug bugger bugle bulge bulk bull bulldog bulletin bulwark bunch bunco bundle bung bungle bunk \
bunker bunt buoy bur burden burke burl burnish burp burr burrow burthen bus bushel buss butt-weld \
butter butterfly button buttonhole buttress cab cabal cabbage cabin cable cache caddie caddy cage \
cake cakewalk calcimine calendar calender caliper calk calliper callus camber camp campaign canal \
candle candy cane canker cannon cannonade canoe canopy cant canter cantilever canton canvas cap \
caparison capriole capsule caption caravan carbonate card career carol carom carouse carp carpenter \
carpet cart cartoon cartwheel cash cashier casket castle castrate cat catalog catalogue catcall \
caterwaul catnap caulk causeway caution cave cavern cavil cement censor censure census centre cere \
certificate cha-cha chagrin chain chairman chalk chamber chamfer champ channel chap chaperon \
chaperone char chariot charleston charm chart charter chasse chauffeur chaw checker checkmate cheek \
cheep cheer cheese cheque chequer chicane chill chime chin chine chink chip chirrup chisel chit-chat \
chitchat chloroform choir chomp chord chorus chrome chunk chute cinch cipher circle circuit clabber \
clack clam clamour clangor clangour clapboard claret clash class claw claxon cleat clerk clew climax \
clinker clip cloak clock cloister clone clop closet closure clot cloture cloud clout clown clue \
clump clunk cluster clutter co-star coach coal coast coat cobble cobblestone cocker cockle cocoon \
code coffin cog coif coiffure coin coke collar colorcast comb combat comfit comfort command comment \
commission commune compass compere complement complexion compliment compost compromise concert \
concertina concord condition cone confab confect confection conflict conga conge congee conjecture \
conk consent conserve contact contest contour contract contradance contrast contredanse control \
convoy coo cooper cop copper copy copyright coquette corbel cord corduroy core cork corkscrew corn \
corner cornice corral corset cosh cost costume cotton couch counsel countenance counterattack \
counterbalance countercheck counterclaim countermand countermarch countermine counterplot \
counterpoint counterpoise countersign countersink counterweight country-dance couple court \
court-martial covenant cow cowhide cowl cox crab cradle craft cramp crap crape crate crawfish crayon \
craze cream credit crenel creosote crepe crest crew crib crick cricket crimp crinkle critique crock \
crook crop croquet cross-index cross-link crossbreed crosscut crosshatch crowd crown crumb crunch \
crusade crust cub cube cuckold cuckoo cudgel cue cuff cull cup curb curry currycomb curtain curtsey \
curtsy curve curvet cuss cycle cyclostyle cypher dado dam damage dapple date dateline daub dawn daze \
debate debauch debit debut decay decease deck decoy decree default defect defile delight deluge \
demise demo descant desire despair detail detour detox devil diagram dibble dice diet dike dimension \
dimple din ding dinge disadvantage disarray discharge discipline disco discord discourse discredit \
disesteem disfavor disfavour disgrace disguise disgust dish disillusion disk dismay disorder \
disquiet disrespect dissent distemper distress ditch dither ditto dive divorce dj dock doctor \
document dodder dog dogfight dogsled domicile dong doodle dope dose dot doubt douche dower dowse \
dragoon draught drawl dream dredge drivel drizzle drone drool dropkick drudge drug drum drydock duel \
dung dusk dust dyke dynamite e-mail eagle earmark eclipse edge effect egg egress elbow electroplate \
email embargo emcee enamel encore end endeavor endeavour enfilade engineer entrance epoxy escalade \
escallop essay esteem evert evidence excerpt exchange excuse exercise exit expatriate experience \
experiment exudate eye eyeball eyewitness face facsimile factor fag faggot fagot falcon fan fantasy \
farce fare farm farrow fart fashion fate father fatigue fault favour fawn fax fear feast feather \
featherbed feature fee felt fence ferment ferret fester festoon fetter fettle feud fib fiddle figure \
filet filibuster filigree fillet film filtrate fin financier finger fingerprint fink fire firebomb \
fish fissure fistfight fizz flag flail flame flare flavor flavour flaw fleck fleece fleer flesh \
flight flip-flop flock flood floodlight floss flour flow flower fluff flunk flurry flute flux foal \
foam fob focus fodder fog foil fool footnote forage foray forbear force ford forearm foreground fork \
form format fort founder fowl fox foxhunt foxtrot fragment frame franchise fray frazzle freak \
freckle freewheel freight fresco fricassee fright fringe frisk fritter frizz frock frog frolic frost \
froth fruit ftp fuck fuddle fudge fuel fullback function funk funnel furlough furrow fusillade gab \
gad gag gage gaggle gall gambol gang gangrene gaol gap garage garb gargle garment garnish garnishee \
garotte garrison garrote garrotte garter gas gasconade gate gauffer gazette gee gel geminate \
gerrymander gesture ghost gibber gibbet gibe gift gimp gin gip girdle girth glamour glimmer glimpse \
glissade glory gloss gnarl goffer goldbrick golf gong google goose gossip gown grace grade graft \
grain grandstand graph grass grate gravel grease griddle grill grime gripe grit grizzle groin groove \
grouch ground grouse grout grub grubstake grudge guard guesstimate guffaw guillotine gum gurgle gut \
gutter gyp habit hack hackle halloo halter ham hammer hamstring hand handcraft handcuff handicap \
handstamp hap harbinger harbor harbour hare harlequin harm harness harp harpoon hash hasp hassle hat \
hatchel haw hawk hay hazard haze head headline heap heat heckle hectograph hector hedge hee-haw heel \
heliograph helm hem hemorrhage hemstitch henna herd hiccough hiccup highjack hike hinge hive hoard \
hoax hob hobnail hoe holiday hollo holystone homer homestead hone honeycomb honk honour hood hoodoo \
hoof hoop hoover horn horseshoe horsewhip hose host hound house howl huckster hue huff hulk hull \
humbug humor humour hump hunch hunger hurrah husk hydrate hydroplane hymn hype hypertrophy hyphen \
ice impact import incense inch inconvenience indent indenture index inebriate infix influence ink \
input inset instance instrument interchange interdict interest interlude intern intrigue introject \
introvert inventory invoice jack jacket jackknife jacklight jackrabbit jag jail japan jar jaundice \
jaunt jaw jawbone jazz jelly jest jewel jib jibe jiggle jinx jitterbug jockey joke jolt jot jounce \
journey joust joy joyride jug juggle julienne jumble jump-start jumpstart junk junket jut kayak kayo \
keel kennel kern kid kink kip kit kite kitten kneecap knell knife knight knot knuckle kotow kowtow \
kvetch labor labour lack lacquer lactate ladder ladle lamb lance land landscape lap lapse lard lark \
lasso lather layer leach leaf league leak leapfrog lease leash leather leaven lecture leech levant \
lever leverage libel licence license lighter lilt lime limit line lipstick lisp list lithograph \
litter load loaf loan lobby loft log loot lord lube luff luge lull lumber lump lunch lust macrame \
madder malfunction malt mambo manacle mandate maneuver mangle manicure manoeuvre mantle manure map \
mapquest maraud marble marcel marinade market marshal martyr mask mass mate matter maul medicine \
meld menace mentor meow merchandise merit mess meter miaou miaow microfilm microwave miff mildew \
milk mill mime mimeo mimeograph mind mine minister minstrel mire mirror misconduct miscount misdeal \
mismatch misplay misprint mist mistake mizzle mob mollycoddle molt monger monkey mooch moonlight \
moonshine moor mope mortar mortgage mortice mortise mothball mother motion motorbike motorboat \
motorcycle moult mound mountaineer mouse mousse mouth mud muddle muff mug mulch mulct munch munition \
murder murk mush mushroom muss mutiny muzzle name nap nark needle neigh neighbor neighbour nerve \
nest nettle network nibble nick nickel nicker nickname nitrate nix noose nose nosedive nosh nuke \
number nurse nut object occasion oil oink omen one-step ooze orb orbit order ordinate ornament \
orphan outcrop outcry outfit outgo output outrage overbid overcharge overhang overprint oversupply \
overuse oyster pace package pad padlock page pain pair pal palaver palisade palm palsy pan pander \
panel panhandle panic pantomime par parachute parade paragraph paraphrase parcel parget park parley \
parody parole parrot partition partner paste pasture patch patrol patronage patter pattern pave paw \
pawn peach peak peal pearl pedicure pee peek peeve peg pen pencil pension percolate perfume peril \
perk perm peroxide pervert pestle petition phone photocopy photograph photostat phrase picket pickle \
picnic picture piddle piece piffle pig pigeonhole pigment pile pillage pillow pilot pimp pine pinion \
pinnacle pip pipe pique pirate pirouette pit pitchfork pith pity placard place plait plank plant \
plash plaster plate pleat plight plonk plot plough plug plume plunder pock pocket pockmark pod point \
poison pole poleax poleaxe police polka poll pollard pomade pompadour poniard pontificate pool pore \
porter posit position post postmark posture pot pother potter pouch poultice pound pout powder power \
powwow practice prang prank prate prawn preamble precis predicate preface prefix prejudice prelude \
premise premiss preview prey price prickle pride privilege prizefight probate process proctor \
profile profit profiteer program programme progress project prolapse promenade prop proportion \
proposition prospect prostitute provision prune psalm puddle puke pulp pulse pumice pun pup puree \
purr purse putter putty quaff quake quarantine quarry quarter quarterback quaver queen quest \
question queue quibble quilt quirk quiz rabbet rabbit race rack racket racketeer raddle raffle raft \
rafter rag rage rail railroad raiment rain ramp rampage ranch range ransom rant rappel rasp rat \
ratchet rate ration ravage rave ravel raven ray razor razz ream reason rebate rebel rebroadcast \
recap receipt recompense record redact redress reef reel reeve referee refit reform refrain refund \
regress rein reissue relapse relish remainder remedy rendezvous renege repatriate replay repose \
reposition reprieve reprint reproach reproof repurchase research reshuffle respect respite rest \
result retake retread retrofit retrospect revenge revoke revolt reward rhumba rhyme rib rice rick \
ridge riff rim rime riot riposte ripple roach robe rock rocket rollerblade roneo roof rook root rope \
rosin rouge roughcast route row rubberneck rubbish rubric ruck ruddle rue ruff ruin rule rumba \
rumble rumor rumour rumpus rut saber sabotage sabre sack saddle sailplane saint salaam salve samba \
sample sand sandbag sandblast sandpaper sandwich sass sauce saunter savour scaffold scald scale \
scallop scalp scam scamp scar scarf scat scent scheme schlep schmoose schmooze sclaff scollop scoop \
score scorn scourge scrabble scrag scrap screen screw scrimmage script scroll scrunch scruple \
scuffle scull sculpture scum scupper scythe seam seaplane seat sediment seed seesaw segment segue \
seine sellotape semaphore sense sentence sequence serenade service sex shack shackle shade shadow \
shaft shag shame shampoo shanghai shank shape shark shear sheet shell shellac shelter shepherd \
shield shill shillyshally shimmer shin shingle shinny ship shipwreck shirt shit shlep shmooze shoal \
shock shoe shoehorn shoetree shop shore shortlist shoulder shovel shower shred shriek shrimp shrine \
shuck shunt shutter shuttlecock sideline sideswipe sidetrack sieve sight signpost silence silhouette \
silkscreen silt simper sin siphon skank skate skateboard sketch skewer ski skin skin-dive skinny-dip \
skipper skirl skirmish skirt skittle skunk skyrocket slag slalom slander slang slant slat slave sled \
sledge sledgehammer sleet sleigh sleuth slew slice slit sliver slobber sloganeer slope slot slouch \
slough slum slur slush smear smelt smirch smock smoke smooch smoulder smudge smut snack snaffle \
snail snake snare sneeze snick sniffle snip snipe snitch snivel snooker snooze snorkel snow snowball \
snowboard snowmobile snowshoe snuffle soap sock sod soil sojourn solace solvate somersault sonnet \
soot sop sophisticate sorrow soup space spade spam spangle spank spar sparge spark sparkle spat \
spatchcock spatter spawn speck speckle speed spell spice spiel spike spirt spite splat splatter \
splint splinter splotch splurge splutter spoof spook spool spoon sport sportscast spot spot-weld \
spotlight spray spree spring spritz spud spume spur spurt squabble squeegee squinch squire squish \
stack staff stag stage stalemate stall starch stash state station stave steamer steamroller steel \
stem stencil stenograph step stereotype stew stick stint stitch stock-take stockade stockpile \
stomach stone stooge stool stopper stopple store storm strain strand strap streak stream stress \
strickle stride string strip stripe stroke stroll structure struggle strut stub stucco study stuff \
stump stunt style stymie stymy subject sublease sublet subvention succor succour suction suds suffix \
sugar suit sulfate sulfur sulk sully sum summit summons sun sunburn suntan sup supplement surcharge \
surf surfboard surtax suture swag swage swamp swan swash swat swatter sweat swig swill swob swoosh \
swop swot syndicate syphon syringe tail tailgate taint talc tally tamp tampon tangle tango tank tape \
tar target tariff tarmac taste tattle tattoo tax taxi teargas tee teeter-totter teetertotter \
telecast telegraph telephone telex temper tenant tent tenure term terrace thatch theme thermostat \
thirst thrill throne throng throttle thrum thumb thumbtack thunder thwack tick ticket tickle \
ticktack ticktock tide tile till tiller tin tincture ting tinge tinsel tint tip tipple tire tithe \
title tittle-tattle toady toboggan toe toenail toggle toll tomahawk tongue tonsure tool toot tootle \
tope torch torment torpedo tot tote tour tourney tout tow towel tower toy track trade trademark \
traffic tram trammel trance transit transition trap trash travail travesty trawl treadle treasure \
trek trellis tremor trench trend trepan trephine trice trick trifle trigger trill trip triplicate \
triumph troll troop trouble trowel truck truckle trump trumpet truss tucker tune turf turtle tusk \
tussle tutor twaddle twang tweak tweet twig twill twinge twirp twit twitter two-step type \
ultracentrifuge umpire unbalance undercharge undercoat undercut underlay understudy unicycle \
vacation vacuum valet value vamp varnish vault vaunt vein velcro veneer vent verdigris verge verse \
vesture vet veto victual videotape view visa vitriol voice volley voodoo voyage vroom waddle waffle \
wage wager waitress wallpaper waltz wank ward ware warehouse wassail water watercolor watercolour \
wattle wave wax web wedge weed weekend weight weightlift welt welter wench wet-nurse whale whang \
wharf wheel wheelbarrow whelk whelp whicker whiff whipsaw whir whirligig whirlpool whirr whisker \
whiteout whitewash whittle whizz whoosh whore widow will winch wind wine wing winkle winter wire \
wiretap witch wolf worm worship wow wrack wrick wrinkle x-ray xerox yacht yack yak yank yarn yaw \
yawl yen yip yodel yoke yowl zap zest zinc zipper zone \
").
words(nva, "\
bay blanket buff bum center champion charcoal color conjugate content garden jet master model patent \
pet prize radio rank rear reprobate signal singsong sound spiral star stock wound \
").
words(nvar, "\
counter square \
").
words(nvr, "\
bolt chock con hotfoot piggyback pitter-patter plop retail \
").
words(r, "\
abed ably abnormally aboard about abruptly absently absentmindedly absolutely academically \
accidentally accordingly accurately accusingly acoustically across actively actually acutely \
adamantly additionally adequately admirably admittedly adroitly advisedly afar affably affectingly \
affectionately afterward afterwards again aggravatingly agilely ago agreeably aimlessly airily \
alarmingly alertly algebraically almost along aloud already also alternately alternatively always \
amply anachronistically analogously analytically anatomically anciently anew angrily annually \
anxiously anyhow anymore anyway anywhere apiece apologetically apparently appreciably appropriately \
approvingly approximately arbitrarily around arrogantly artfully artificially artistically ashore \
assuredly astonishingly astray astride asymmetrically asymptotically atonally atop atrociously \
attentively aurally auspiciously authoritatively automatically away awfully awhile awkwardly axially \
baby-wise backwards badly bannerlike barely basically beautifully before believably belligerently \
below beneath besides between bewilderedly bewilderingly beyond bitterly blandly bleakly blindly \
blissfully blithely boastfully boldly bravely brazenly breathlessly briefly brightly brilliantly \
briskly broadly busily but by calculatingly callously calmly candidly carefully carelessly casually \
catastrophically causally cautiously centrally ceremonially certainly characteristically cheerfully \
chemically chiefly childishly chronologically classically clearly cleverly clinically closely \
clumsily coarsely cold-bloodedly coldly collectively comfortably comically commercially commonly \
comparatively compassionately competently competitively completely comprehensively compulsively \
conceivably conceptually conclusively concretely confidentially confidently consciously consequently \
conservatively considerably considerately consistently conspicuously constantly constructively \
contemptuously contentedly continually continuously contradictorily conveniently conventionally \
conversely convincingly convulsively coolly correctly correspondingly cortically cosily covertly \
crazily creatively critically cross-legged crudely cruelly culturally curiously currently curtly \
curvaceously customarily daintily dandily dangerously darkly dearly decently deceptively decidedly \
decisively deeply definitely deliberately delicately deliciously delightfully deliriously \
demandingly demonstrably denominationally deplorably despairingly desperately determinedly \
dexterously dialectically diametrically differently diffidently diffusely dimly directly \
disconcertingly discreetly dismally dispassionately disregardless distally distastefully \
distinctively distinctly distractedly disturbingly divinely dizzily doctrinally doggedly \
dogmatically doubly doubtless dourly dramatically drastically dreadfully dreamfully drearily \
drowsily drunkenly dryly dully eagerly earnestly easily economically edgewise editorially \
effectively effectually efficiently effortlessly either elaborately electrically elsewhere eminently \
emotionally emphatically empirically encouragingly endlessly enduringly energetically engagingly \
enormously enthusiastically entirely enviably equally erratically especially essentially eternally \
even eventually ever everlastingly everywhere evidently exactly exceedingly excellently \
exceptionally excitedly exclusively exhaustively expansively expectantly experimentally explicitly \
explosively expressively expressly extensively extraordinarily extravagantly extremely exultantly \
facetiously faintly fairly faithfully familiarly fascinatingly faster fatally favorably fearfully \
ferociously fervently feverishly fiercely figuratively finally financially finely firmly \
flamboyantly flatly focally fondly forever formally formerly forthwith fortunately frankly \
frantically freely frenziedly frequently freshly frowningly fully fundamentally furiously \
furthermore furtively fussily gaily gayly generally generously gently genuinely geographically \
girlishly glibly gloomily gloriously gracefully graciously gradually grammatically grandly \
graphically gratifyingly gratuitously gravely greatly greedily greenly grimly grossly grotesquely \
grudgingly guiltily habitually haggardly half-heartedly haltingly haphazardly happily hardly \
harmlessly harshly hastily hatefully haughtily healthily heartily heavily helpfully helplessly hence \
henceforth here hereabouts hereby herein hereinafter heretofore hesitantly hideously highly \
hilariously historically hither hitherto hoarsely homogeneously honestly honorably hopefully \
hopelessly horribly horrifyingly however humanely humbly hurriedly hyperbolically hypothalamically \
hysterically ideally idiotically idly imaginatively immediately immensely impatiently impeccably \
imperceptibly imperfectly importantly improperly impudently inadequately inadvertently incidentally \
incompletely inconveniently increasingly incredibly incurably indeed indefinitely independently \
indifferently indignantly indirectly indiscriminately individually indoors industriously \
ineffectively ineptly inescapably inevitably inexorably infinitely informally initially insanely \
insidiously insignificantly insofar insolently instantly instead instinctively insufficiently \
intellectually intensely intensively intentionally intently interestingly internally internationally \
intimately intramuscularly intrinsically invariably inversely inwardly irrationally irregularly \
irrespective irritably jointly jubilantly jurisprudentially just justifiably justly keenly kinda \
kinesthetically largely lastly lately laughingly lavishly lazily legally legitimately lengthily \
liberally lightly likewise linearly lingeringly lingually linguistically listlessly literally \
locally logically loosely lopsidedly loudly lovingly loweringly luckily lustily luxuriously \
macroscopically madly magnetically magnificently mainly majestically manifestly marginally markedly \
marvelously materially mathematically maybe mechanically medically meekly mellowingly mentally \
merely merrily methodically meticulously microscopically mildly militarily miraculously miserably \
mistakenly moderately modestly momentarily morally moreover morosely mortally mostly mournfully \
movingly musically mutely nakedly namely narrowly nationally naturally nearer nearly neatly \
necessarily needlessly nervously never nevertheless newly nicely nimbly noisily nominally \
nonetheless nonspecifically normally not notably noticeably notoriously notwithstanding nowise \
obediently obligingly obscurely obstinately obviously occasionally oddly officially often oftentimes \
ominously once only openly operationally optically orally ordinarily organically originally ornately \
ostensibly otherwise outstandingly outwardly overboard overtly overwhelmingly painfully palpably \
paradoxically partially particularly partly passionately passively paternally patiently peacefully \
peculiarly perchance perennially perfectly perfunctorily perhaps perilously periodically \
peripherally permanently persistently personally perversely petulantly philosophically \
photographically physically pictorially piteously pitilessly pityingly placidly plainly plaintively \
plastically pleasantly politely politically pompously popularly positively possibly potentially \
powerfully practically precisely predominantly preferably preferentially presently presumably \
previously primarily primly principally privately probably profanely professedly professionally \
profitably profoundly profusely progressively prominently promptly properly prophetically \
proportionally proportionately protectively proudly psychically psychologically publicly pungently \
purely purportedly purposely qualitatively quantitatively quaveringly querulously questioningly \
quicker quickly quietly quite radically rakishly randomly rapidly rarely rather rationally raucously \
readily realistically really reasonably reassuringly rebelliously recently recklessly redly \
reflectively reflexly regionally regretfully regularly relatively relentlessly reliably religiously \
reluctantly remarkably repeatedly reportedly reproducibly reprovingly resentfully resignedly \
resolutely respectively responsibly restively restlessly rhythmically richly ridiculously rightfully \
rightly rigidly rigorously rollickingly roughly roundly routinely rudely ruefully sadly safely \
satirically satisfactorily savagely scarcely scathingly scholastically scientifically scornfully \
scrupulously secondarily secondly secretly securely sedulously seemingly seldom self-consciously \
semantically sensibly separately serenely seriously severely sexually shamefacedly sharply \
shockingly shortly shrewdly shrilly shyly sidewise significantly silently similarly simply \
simultaneously sincerely singly singularly skillfully slantingly slantwise sleepily slightly slowly \
sluggishly smilingly smolderingly smoothly snugly so soberly sociably socially softly solely \
solemnly solidly someday somehow someplace sometimes somewhat soon soothingly sorely soughingly \
soulfully sourly sparsely spatially specially specifically spectacularly speculatively speedily \
spiritually splendidly spontaneously squarely staggeringly statistically steadfastly steadily \
stealthily steeply sternly stiffly stolidly stonily stoutly strenuously strictly strikingly strongly \
structurally stubbornly studiously stupidly subconsciously subsequently substantially subtly \
successfully successively succinctly suddenly sufficiently suitably sulkily sullenly superbly \
superficially supposedly supra supremely surely surprisingly surreptitiously suspiciously sweetly \
swiftly symbolically symmetrically sympathetically syntactically systematically tactically tactually \
tangibly tantalizingly tartly tearfully technically technologically temporarily tenaciously tenderly \
tensely tentatively tenuously terribly tersely testily theatrically thence thenceforth theoretically \
there thereafter thereby therefor therefore therefrom therein thereof thereon thereto theretofore \
therewith thermally thermodynamically thickly thinly thither thoroughly though thoughtfully \
thousand-fold thrice throughout thus tightly timidly tiredly too totally traditionally tragically \
tranquilly transversally transversely tremendously triumphantly truly trustfully tunelessly twice \
twirlingly typically ultimately ultrasonically unambiguously unanimously unashamedly unavoidably \
unawares unblinkingly unceasingly uncertainly uncomfortably unconcernedly unconditionally \
unconsciously uncontrollably underfoot understandingly undoubtedly unduly uneasily unequally \
unequivocally unerringly unevenly unexpectedly unfalteringly unfortunately unhesitatingly \
unhurriedly uniformly unimpeachably unintentionally uninterruptedly uniquely universally unluckily \
unmanageably unmistakably unnecessarily unobtrusively unpleasantly unpredictably unqualifiedly \
unquestionably unquestioningly unrealistically unreservedly unsmilingly unsteadily unsuitably \
unusually unutterably unwisely unwittingly upstate upwards urgently uselessly usually utterly \
vacantly vaguely variously vastly victoriously vigorously violently virtually visibly visually \
vitally vividly vocationally vociferously volumetrically voluntarily warily warmly watchfully \
wearily weirdly well-nigh westwards whence wholly wickedly widely wildly wilfully willy-nilly wisely \
withal within wittingly woefully wonderfully wondrously woodenly wordlessly worriedly wrathfully \
wrongly wryly yearningly yet \
").
words(ra, "\
abroad afoot aft after ahead alone apart backward bodily cleanly downright downstairs downstream \
downwind earlier face-to-face far farther farthest head-on headlong homeward later leisurely \
lengthwise less man-to-man more most off offshore on outright overseas poorly pretty regardless \
scarce sometime such tenfold through together upstream upward very weakly \
").
words(ran, "\
above behind enough least none northward ok over rearward southward still upstairs westerly westward \
").
words(ranv, "\
well \
").
words(rav, "\
up \
").
words(ravn, "\
down forward \
").
words(rn, "\
altogether as aside closer daily forth hereafter longer meanwhile now nowhere outdoors plum \
somewhere sooner then tonight vis-a-vis \
").
words(rna, "\
in inside \
").
words(rnva, "\
back \
").
words(rv, "\
sic \
").
words(rva, "\
further \
").
words(rvan, "\
plumb \
").
words(v, "\
aah abacinate abase abash abate abbreviate abdicate abduce abduct aberrate abet abhor abide abjure \
ablactate ablate abnegate abolish abominate abound abrade abrase abreact abridge abrogate abscise \
abscond absolve absorb absquatulate abstain abut aby abye accede accelerate accentuate accept \
acclimate acclimatise acclimatize accommodate accompany accomplish accost accouter accoutre accredit \
accrete accrue acculturate accumulate accurse accuse accustom acerbate acetify acetylate acetylise \
acetylize achieve achromatise achromatize acid-wash acidify acidulate acknowledge acquaint acquiesce \
acquire acquit activate actualise actualize actuate adapt add addle adduce adhere adjoin adjourn \
adjudge adjudicate adjure adjust admeasure administer administrate admire admit admix admonish \
adolesce adopt adore adorn adsorb adulate adumbrate advect advertise advertize advise aerate aerify \
aerosolise aerosolize aestivate affiance affirm afflict afford afforest affranchise agenise agenize \
aggrade aggrandise aggrandize aggravate aggress aggrieve aggroup agitate agnise agnize agonise \
agonize agree air-condition air-cool air-drop air-freight air-ship air-slake airfreight airt \
alchemise alchemize alcoholise alcoholize alienate align aline alkalify alkalinise alkalinize \
alkalise alkalize allay allege allegorise allegorize alleviate alliterate allocate allot allow \
allude alphabetise alphabetize alter altercate aluminise aluminize amass amaze ambulate ameliorate \
amend amerce americanise americanize ammoniate ammonify amortise amortize amplify amputate amuse \
anaesthetise anaesthetize anagrammatise anagrammatize analogise analogize analyse analyze anastomose \
anathematise anathematize anathemise anathemize anatomise anatomize ancylose anele anesthetise \
anesthetize angle-park anglicise anglicize animadvert animalise animalize animise animize ankylose \
anneal annihilate annotate announce annoy annul annunciate anodise anodize anoint antagonise \
antagonize antecede antedate anthologise anthologize anthropomorphise anthropomorphize anticipate \
antiquate antisepticize aphorise aphorize apologise apologize apostatise apostatize apostrophise \
apostrophize apotheose apotheosise apotheosize appal appall appear appease append apperceive \
appertain applaud apply appoint apportion appose appraise appreciate apprehend apprise apprize \
approbate approve arbitrate arborise arborize archaise archaize argue argufy arise aromatise \
aromatize arouse arraign arrange arrive arrogate arterialise arterialize ascend ascertain ascribe \
ask asperse asphyxiate aspire assail assassinate assemble assert assess asseverate assibilate assign \
assimilate assoil assonate assort assuage assume assure astonish astound astringe astrogate \
atom-bomb atomise atomize atone attach attain attaint attemper attend attest attitudinise \
attitudinize attorn attract attune augment aurify auscultate auspicate authenticate authorise \
authorize automate automatise automatize autotomise autotomize avenge aver avert avianise avianize \
aviate avoid avouch avow avulse await awaken baby-sit babysit backbite backcross backdate backpedal \
backscatter backslap backslide backtrack bacterise bacterize badmouth bake balkanise balkanize \
ballyrag bamboozle banish baptise baptize barbarise barbarize barde barnstorm baronetise baronetize \
barricado basify bask bastardise bastardize bate batfowl bawl be beatify beautify becalm bechance \
becharm beckon becloud become bed-hop bedamn bedaub bedaze bedazzle bedeck bedevil bedew bedhop \
bedight bedim bedizen bedraggle befall befit befog befool befoul befriend befuddle beg beget begild \
begin begrime begrudge beguile behave behead behold behoove behove bejewel belabor belabour \
beleaguer belie believe belittle belly-flop belly-land bellylaugh belong bemire bemoan bemock bemuse \
benday benefact beneficiate benficiate benight benumb beplaster bequeath berate bereave beseech \
beseem beset beshrew besiege besmear besmirch besot bespangle bespatter bespeak bespeckle bespot \
besprinkle bestialise bestialize bestir bestow bestrew bestride bethink betide betoken betray \
betroth bewail beware bewhisker bewilder bewitch bewray bide bilk biodegrade bird-nest birdwatch \
birl birle bisect bituminise bituminize blab blacken blacklead blanch blandish blaspheme blat bleed \
blench bless blindside blither bloviate blow-dry blub blue-pencil blurt boat-race bode bodge \
body-surf bodypaint boggle bollix bollocks bolshevise bolshevize bombilate bombinate bonderise \
bonderize bonk bootlick borrow botanise botanize bottlefeed bourgeon bouse bowdlerise bowdlerize \
bowse brabble brainwash braise brandmark brattle braze break-dance breastfeed breathalyse \
breathalyze breathe brecciate brighten bring brisken broaden broider bromate brominate browbeat \
brown-nose bruit brutalise brutalize bulldoze bullyrag bumble burble burgeon burglarise burglarize \
burgle bury bushwhack busk buttweld butylate by-bid ca-ca cachinnate cackel cadge cajole calcify \
calcine calculate calibrate calligraph calumniate calve camphorate canalise canalize cannibalise \
cannibalize cannulate cannulise cannulize canonise canonize canoodle cantillate canulate capacitate \
capitalise capitalize capitulate caponise caponize capsize capsulise capsulize captivate caracole \
caramelise caramelize carbonise carbonize carboxylate carburet carburise carburize carjack cark \
carnalise carnalize carnify carve caseate castigate catabolise catabolize catalyse catalyze \
catechise catechize categorise categorize catenate cater cathect catheterise catheterize catholicise \
catholicize cauterise cauterize cavort cede celebrate cense centralise centralize centrifugate \
cerebrate certify chaffer chain-smoke channel-surf channelise channelize characterise characterize \
chasten chastise cheapen checkrow cheerlead chemisorb cherish chevvy chevy chicken-fight \
chickenfight chide child-proof childproof chirk chiromance chirr chitter chivvy chivy chlorinate \
chondrify choose choreograph chouse christen christianise christianize chromium-plate chronologise \
chronologize chuff churr cicatrise cicatrize cinematise cinematize circularise circularize circulate \
circumambulate circumcise circumfuse circumnavigate circumscribe circumstantiate circumvallate \
circumvent circumvolute circumvolve citify civilise civilize clapperclaw clarify classicise \
classicize classify claver cleanse cleave clitter clomp clothe cloy co-author co-educate co-occur \
co-opt co-sign co-vary coact coalesce coapt coarsen cocainise cocainize coconspire coddle codify \
coeducate coerce coexist coggle cogitate cognise cognize cohabit cohere coiffe coincide coinsure \
cold-cream cold-shoulder coldcock coldwork collaborate collate collateralize collectivise \
collectivize collide colligate collimate collocate collogue collude colly colonise colonize colorise \
colorize colourise colourize combust come commandeer commemorate commence commend commentate \
commercialise commercialize comminate commingle comminute commiserate commit commix commove \
communalise communalize communicate communise communize commutate comparison-shop compart \
compartmentalise compartmentalize compel compensate compete compile complain complect complexify \
complicate complot comply comport compose comprehend comprise compute computerise computerize \
concatenate conceal concede conceive concenter concentre conceptualise conceptualize concertise \
concertize conciliate conclude concoct concretise concretize concur concuss condemn condense \
condescend condole condone conduce confabulate confer confess confide configure confine confirm \
conflagrate conflate conform confound confront confuse confute congeal congest conglobate conglobe \
conglutinate congratulate congregate conjoin conjure conn connect connive connote conquer consider \
consign consist consociate consolidate consonate conspire constellate consternate constipate \
constitute constitutionalise constitutionalize constrain constrict constringe construe \
consubstantiate consult consume contain containerise containerize contaminate contemn contemplate \
contemporise contemporize contend continue contort contradict contradistinguish contraindicate \
contravene contribute contrive controvert contuse convalesce convect convene conventionalise \
conventionalize converge convey convince convoke convolve convulse cooccur cooperate copolymerise \
copolymerize copper-bottom copulate copyedit copyread coquet coronate corrade correspond corroborate \
corrode corrugate coruscate cosign cosponsor cosset counter-drill counteract counterchallenge \
counterchange counterpose counterstrike countervail covet cower cozen cram cranch crash-dive craunch \
crave create cremate crenelate crenellate creolize crepitate criminalise criminalize criminate \
cringe crispen criticise criticize cronk croon cross-check cross-dress cross-fertilise \
cross-fertilize cross-file cross-pollinate cross-refer crossruff crucify crumble crump crumple \
crystalise crystalize crystallise crystallize culminate cultivate cumber cumulate curdle curtail \
custom-make customise customize cutinize cybernate dabble daisy-chain dally dampen dandify dandle \
dangle darken date-mark datemark daunt dawdle de-access de-aerate de-emphasise de-emphasize \
de-energise de-energize de-escalate de-ice de-iodinate de-ionate deaccession deactivate deaden \
deaerate deafen deaminate deaminize debar debark debase debilitate debone debouch debrief debug \
debunk decaffeinate decalcify decamp decant decapitate decarbonate decarbonise decarbonize \
decarboxylate decarburise decarburize deceive decelerate decentralise decentralize decerebrate \
decertify dechlorinate decide decimalise decimalize decimate decipher declaim declare declassify \
declaw declutch decoct decode decoke decollate decolonise decolonize decolor decolorise decolorize \
decolour decolourise decolourize decommission decompose decompress deconcentrate deconsecrate \
deconstruct decontaminate decontrol decorate decorticate decouple decrepitate decriminalise \
decriminalize decry decrypt dedicate dedifferentiate deduce deduct deem deep-dye deep-fat-fry \
deep-fry deep-six deepen deface defalcate defame defang defat defecate defeminise defeminize defend \
defenestrate defer defervesce defibrillate defibrinate define deflagrate deflate deflect deflower \
defog deforest deform defraud defray defrock defrost defuse defy degauss deglaze deglycerolise \
deglycerolize degrade degrease degust dehisce dehorn dehumanise dehumanize dehumidify dehydrate \
dehydrogenate deice deify deign deionize deject delete delimit delimitate deliquesce delist deliver \
delocalize delouse delude delve demagnetise demagnetize demarcate demasculinise demasculinize \
dematerialise dematerialize demean demilitarise demilitarize demineralise demineralize demist demob \
demobilise demobilize democratise democratize demodulate demolish demonetise demonetize demonise \
demonize demonstrate demoralise demoralize demote demulsify demyelinate demystify demythologise \
demythologize denationalise denationalize denaturalise denaturalize denature denazify denigrate \
denitrify denominate denote denounce denude deny deodorise deodorize deodourise deoxidise deoxidize \
deoxygenate depart depend depersonalise depersonalize depict depilate deplane deplete deplore deploy \
deplumate deplume depolarise depolarize depone depopulate deport depose deprave deprecate depreciate \
depress depressurise depressurize deprive depute deputise deputize deracinate derail derange derate \
derecognise derecognize deregulate derequisition derestrict deride derive derogate desacralize \
desalinate desalinise desalinize desalt descale descend describe descry desecrate desegregate \
desensitise desensitize deserve desex desexualise desexualize desist desorb despise despoil despond \
desquamate destabilise destabilize destain destalinise destalinize destine destress destroy destruct \
desulfurize desulphurize desynchronise desynchronize detach detain detect deter deterge deteriorate \
determine detest dethaw dethrone detick detonate detoxicate detoxify detract detrain detransitivise \
detransitivize detribalise detribalize detusk devaluate devalue devastate devein develop devilise \
devilize devitalise devitalize devitrify devoice devolve devote devour diabolise diabolize diagnose \
diagonalise diagonalize dialyse dialyze diazotize dichotomise dichotomize dicker didder diddle \
differ differentiate diffract digitalise digitalize digitise digitize dignify digress dilapidate \
dilate dilly-dally dillydally diminish dine diphthongise diphthongize disable disabuse disaccord \
disaffect disafforest disagree disallow disambiguate disappear disappoint disapprove disarm \
disarrange disarticulate disassemble disassociate disavow disband disbar disbelieve disbud disburden \
disburse disc-jockey discase discern discerp disclaim disclose discolor discolorise discolorize \
discolour discolourise discombobulate discomfit discommode discompose disconcert discontinue \
discountenance discourage discover discuss disembark disembarrass disembody disembowel disembroil \
disenable disenchant disencumber disenfranchise disengage disentangle disestablish disfigure \
disforest disfranchise disgorge disgruntle disharmonize dishearten dishevel disincarnate disincline \
disinfect disinfest disinherit disintegrate disinter disinvest disinvolve disjoin disk-jockey \
dislocate dislodge dismantle dismember dismiss disobey disoblige disorganise disorganize disorient \
disorientate disown disparage dispel dispense disperse dispirit displace displease displume disport \
dispose dispossess dispread disprove disqualify disrobe disrupt diss dissatisfy dissect dissemble \
disseminate dissertate dissever dissimilate dissimulate dissipate dissociate dissonate dissuade \
distend distil distill distinguish distort distract distrain distribute disturb disunify disunite \
divagate divaricate dive-bomb diverge diversify divert divest divulge dizen do doff dogmatise \
dogmatize domesticate domesticise domesticize domiciliate dominate domineer donate doss dote \
double-check double-date double-glaze double-park double-space double-team douse download downplay \
downsize draggle dramatise dramatize drench drop-kick dropforge drown drub dry-dock dry-nurse \
dry-rot dry-wall dulcify dulcorate dumbfound dwell dwindle dynamise dynamize earn eat eavesdrop \
ebonise ebonize economise economize edify edit editorialise editorialize educate educe edulcorate \
eff efface effectuate effeminise effeminize effervesce effloresce effuse egest egotrip eject elapse \
elate electioneer electrify electrocute elegise elegize elevate elicit elide eliminate elocute elope \
elucidate elude elute emaciate emanate emancipate embalm embank embark embarrass embattle embed \
embellish embezzle embitter emblazon embody embolden emboss embower embrangle embrittle embrocate \
embroider embroil embrown emend emerge emigrate emit emote empale empanel empathise empathize \
emphasise emphasize emplace emplane empower empurple emulate emulsify enable enact enamor enamour \
encamp encapsulate encase enchain enchant encipher encircle enclose enclothe encode encompass \
encourage encrimson encroach encrust encrypt encumber endanger endear endorse endow endue endure \
energise energize enervate enfeeble enfeoff enfold enforce enfranchise engage engender engild englut \
engorge engraft engrave engross engulf enhance enjoin enjoy enkindle enlace enlarge enlighten enlist \
enliven enmesh ennoble enounce enplane enquire enrage enrapture enrich enrobe enrol enroll ensconce \
enshrine enshroud ensile ensky enslave ensnare ensnarl ensue ensure entangle enter entertain enthral \
enthrall enthrone enthuse entice entitle entomb entrain entrap entreat entrench entrust entwine \
enucleate enumerate enunciate envelop envenom environ envisage envision enwrap epilate epitomise \
epitomize equalise equalize equate equilibrate equilibrise equilibrize equip equivocate eradicate \
erase erode eroticize err eruct erupt escalate eschew espouse espy establish esterify estivate \
estrange etch eternalise eternalize eternise eternize etherealize etherialise etherify etherise \
etherize etymologise etymologize eulogise eulogize euphemise euphemize europeanise europeanize \
evacuate evade evaluate evanesce evangelise evangelize evaporate eventuate evict evince evoke evolve \
exacerbate exaggerate exalt examine exasperate excavate exceed excel except excite exclaim exclude \
excogitate excommunicate excoriate excrete excruciate exculpate execrate execute exemplify \
exenterate exert exfiltrate exfoliate exhale exhilarate exhort exhume exist exonerate exorcise \
exorcize expand expatiate expect expectorate expedite expel expend expiate expire explain explicate \
explode explore exposit expostulate expound express express-mail expropriate expunge expurgate \
exsert exsiccate extemporise extemporize extend extenuate exteriorise exteriorize exterminate \
externalise externalize extinguish extirpate extol extort extradite extrapolate extravasate \
extricate extrude exuberate exude exult exuviate fabricate face-harden face-lift facilitate \
factorise factorize fail falsify familiarise familiarize famish fancify fantasise fantasize \
fascinate fasten fatten faze fecundate federalise federalize fee-tail feign felicitate fellate \
feminise feminize fend fertilise fertilize festinate fetishize feudalize fibrillate fictionalise \
fictionalize field-test filch filiate film-make finagle finalise finalize find fine-tune finedraw \
finger-paint finger-spell fingerspell fishtail fixate flabbergast flambe flash-freeze flat-hat \
flatten flatter flay fledge flee flense flim-flam flitter flocculate flog flout fluctuate flummox \
flump fluoresce fluoridate fluoridise fluoridize fly-fish flyfish focalise focalize foist follow \
foment fondle footle footslog forbid force-feed force-land forebode foreclose foredate foredoom \
forefend foregather forego foreknow foreordain foresee foreshadow foreshorten foreshow forestall \
foreswear foretell forewarn forfend forgather forget forgive forgo formalise formalize formicate \
formularise formularize formulate fornicate forsake forswear fortify fossilise fossilize fractionate \
fragmentise fragmentize frap fraternise fraternize free-associate free-base freeload freeze-dry \
french-fry frenchify freshen fress frighten frivol frizzle frogmarch fructify frustrate fulfil \
fulfill fumigate fund-raise fundraise furbish furcate furl furnish fustigate gainsay gallivant \
galumph galvanise galvanize gang-rape garble gasify gate-crash gawp gazump gelatinise gelatinize \
geld generalise generalize generate gentrify genuflect germinate gestate gesticulate get ghettoise \
ghettoize ghostwrite gift-wrap gird give glaciate gladden glamorise glamorize glamourise glamourize \
glean glide-bomb globalise globalize globe-trot glom glorify glug gluttonise gluttonize glycerolise \
glycerolize gnash gnaw go goggle gold-plate goldplate goof-proof goofproof gormandise gormandize \
gourmandize govern gradate granulate gratify gravitate greet grieve groak grok grovel grow \
grunt-hoot gruntle guggle guttle guzzle gybe gyrate habilitate habituate haemagglutinate hallow \
hallucinate halve hand-build hand-dye hand-pick hand-wash handbuild handcolor handcolour handwash \
handwrite hanker happen harass harden hark harken harmonise harmonize harry harshen hasten have \
headbutt headquarter heal hear hearken hearten hedgehop heighten hemagglutinate hen-peck \
hero-worship hesitate hew hibernate hie higgle high-tail hightail hitchhike hobnob hog-tie \
home-school homogenise homogenize homologise homologize hoodwink hop-skip hopple hornswoggle horrify \
horripilate horse-race horse-trade hospitalise hospitalize hot-dog hot-wire hot-work house-train \
housebreak houseclean housekeep hover humanise humanize humidify humify humiliate hunker hurtle \
hybridise hybridize hydrogen-bomb hydrogenate hydrolise hydrolize hydrolyse hydrolyze hygienise \
hygienize hyperbolise hyperbolize hyperextend hyperventilate hyphenate hypnotise hypnotize \
hypophysectomise hypophysectomize hypostatise hypostatize hypothecate hypothesise hypothesize \
idealise idealize ideate identify idolise idolize ignite ignore ill-treat ill-use illegalise \
illegalize illume illuminate illumine illustrate imagine imbed imbibe imbrue imbue imitate \
immaterialise immaterialize immerse immigrate immingle immix immobilise immobilize immolate \
immortalise immortalize immunise immunize immure impair impale impanel impart impeach impede impel \
impend imperil impersonate impinge implicate implode implore imply importune impose impound \
impoverish imprecate impregnate imprison improve improvise improvize impugn impulse-buy impute \
inactivate inaugurate incandesce incapacitate incarcerate incarnadine incase incinerate incise \
incite inclose include incommode incriminate incrust incubate inculcate inculpate incur indemnify \
indicate indict indispose indite individualise individualize individuate indoctrinate indorse induce \
induct indue indulge industrialise industrialize indwell infatuate infect infer infest infiltrate \
inflame inflate inflect inflict inform infract infringe infuriate infuscate infuse ingeminate ingest \
ingraft ingrain ingratiate ingurgitate inhabit inhale inhere inherit inhibit inhume initialise \
initialize inject injure inmarry innervate innovate inoculate inosculate inquire inscribe inseminate \
insinuate insist insolate inspan inspect inspire inspirit inspissate instal install instantiate \
instigate instil instill institutionalise institutionalize instruct instrumentate insufflate \
insulate insure integrate intend intensify inter interact interbreed intercalate intercede \
intercommunicate interconnect interdepend interfere interiorise interiorize interject interlace \
interlard interleave interlink interlope intermarry intermingle intermit intermix internalise \
internalize internationalise internationalize interpellate interpenetrate interpolate interpose \
interpret interrelate interrogate intersect intersperse interstratify intertwine intervene \
interweave intimidate intonate intone intoxicate intransitivise intransitivize intrench introduce \
intromit introspect intrude intrust intubate intuit intumesce intussuscept inunct inundate inure \
invade invaginate invalidate inveigh inveigle invent invert invest investigate invigilate invigorate \
invoke involve inweave iodinate iodise iodize ionate ionise ionize iridesce irk irradiate irrigate \
irritate irrupt islamise islamize isolate isomerise isomerize italicise italicize itemise itemize \
iterate itinerate jactitate jampack jaywalk jell jellify jeopardise jeopardize jettison \
jingle-jangle join jollify josh jubilate judder junketeer justify juxtapose keep keratinise \
keratinize kibbitz kibitz kibosh kick-start kidnap kindle knap knead know labialise labialize lade \
laicise laicize lallygag lambast lambaste languish lapidate lapidify larn larrup lateralize latinise \
latinize laud launder lave laze learn legalise legalize legislate legitimatise legitimatize \
legitimise legitimize lend lengthen lenify lessen let levitate lexicalise lexicalize liaise \
liberalise liberalize liberate librate lifehack ligate lighten lignify liken limn linearise \
linearize linger lionise lionize lip-read lip-sync lip-synch lipread liquefy liquidate liquidise \
liquidize liquify listen literalise literalize litigate liven loathe localise localize locate \
locomote log-in logroll loiter loll lollop lollygag loosen lop lose louden lour lowball lubricate \
lucubrate luminesce lurk lustrate luxate luxuriate lynch lyophilise lyophilize lysogenize macadamise \
macadamize macerate machicolate machinate machine-wash madden magnetise magnetize magnify maim \
mainline maintain make malinger malnourish maltreat malversate manage manducate manhandle manipulate \
manoeuver manumit marbleise marbleize marginalise marginalize marinate marry martyrise martyrize \
masculinise masculinize mass-produce masticate masturbate materialise materialize matt-up maturate \
maunder maximise maximize mechanise mechanize meddle medicate meditate melanise melanize meliorate \
melodise melodize memorialise memorialize memorise memorize menstruate mensurate mercerise mercerize \
merge mesmerise mesmerize metabolise metabolize metalize metallize metamorphose metastasise \
metastasize metricate metricise metricize metrify mewl micro-cook microcopy micturate migrate \
militarise militarize militate mineralize mingle miniate miniaturise miniaturize minify minimise \
minimize misaddress misadvise misalign misally misapply misapprehend misappropriate misbehave \
misbelieve miscalculate miscall miscarry miscast miscegenate misconceive misconstrue miscreate \
misdate misdeliver misdemean misdirect misdo misestimate misfunction misgauge misgive misgovern \
misguide mishandle misidentify misinform misinterpret misjudge mislay mislead mismanage mismarry \
mismate misname misperceive misplace mispronounce misread misremember misrepresent misspeak misspell \
misspend misstate mistime mistranslate mistreat misunderstand mitigate mobilise mobilize modernise \
modernize modify modulate moil moisten moisturise moisturize molder molest mollify monetise monetize \
mongrelise mongrelize monish monologuise monologuize monopolise monopolize monumentalise \
monumentalize moralise moralize morph mortify mosey mosh motivate motorise motorize moulder mourn \
muckrake mud-wrestle mudwrestle mummify mussitate mutate mutilate mystify mythicise mythicize \
mythologise mythologize nab namedrop narcotise narcotize narrate nasale nasalise nasalize \
nationalise nationalize natter naturalise naturalize nauseate navigate nazify neaten necessitate \
necrose negate negociate negotiate netmail neutralise neutralize nictate nictitate niggle nitpick \
nitrify nitrogenise nitrogenize nobble nock nominate nonplus normalise normalize notarise notarize \
notate notify nourish novate novelise novelize nullify nutate nutrify nuzzle obey obfuscate \
objectify objurgate oblige obnubilate observe obsess obsolesce obstipate obstruct obtain obtrude \
obtund obturate obviate occidentalise occidentalize occlude occupy occur odorize odourise offend \
officialise officialize officiate offload offsaddle ogle omit ooh opacify opalesce opalise opalize \
operate opine oppose oppress oppugn opsonize opt optimise optimize orate orchestrate ordain organise \
organize orientalise orientalize orientate originate oscillate osculate ossify ostentate ostracise \
ostracize oust out-herod outbalance outbid outbrave outcall outclass outdistance outdo outdraw \
outface outfight outflank outfox outgeneral outgrow outguess outlast outlive outmaneuver \
outmanoeuvre outmarch outmatch outmode outnumber outpace outperform outplay outpoint outrange \
outrank outride outrival outroar outrun outsail outscore outsell outshine outshout outsmart \
outsource outspan outstare outstay outstrip outvie outvote outwear outweigh outwit ovenbake \
over-correct over-refine overachieve overact overarch overawe overbalance overbear overboil \
overcapitalise overcapitalize overclothe overcloud overcome overcompensate overcook overcrop \
overcrowd overcultivate overdo overdose overdramatise overdramatize overdraw overdress overeat \
overemphasise overemphasize overexert overexploit overexpose overextend overfatigue overfeed \
overfill overfly overgeneralise overgeneralize overgorge overgrow overhear overheat overindulge \
overjoy overleap overlie overmaster overpay overplay overpopulate overpower overpraise overprice \
overproduce overprotect overrate overreach overreact overrefine overrule oversee oversew overshadow \
oversimplify oversleep overspecialise overspecialize overspend overspread overstate overstay \
overstep overstock overstress overstretch overstuff overtake overtax overtire overtop overtrump \
overvalue overweary overwhelm overwinter overwrite ovulate owe oxidate oxidise oxidize oxygenate \
oxygenise oxygenize ozonise ozonize pacify paganise paganize paginate palatalise palatalize palliate \
palpate palpitate palter pamper pan-broil pan-fry pant-hoot parallel-park parallelize paralyse \
paralyze parboil parch pare parse partake parti-color participate particularise particularize \
pasteurise pasteurize patinate patinise patinize patronise patronize pattern-bomb pauperise \
pauperize peculate peddle pee-pee penalise penalize penetrate penny-pinch peptise peptize \
perambulate perceive percuss peregrinate perennate perform perfuse perish perjure permeate permute \
perorate perpetrate perpetuate perplex persecute perseverate persevere persist personalise \
personalize personate personify perspire persuade pertain perturb peruse pervade pervaporate pester \
petrify pettifog philander philosophise philosophize phlebotomise phlebotomize phonate phosphoresce \
photosensitise photosensitize piece-dye pilfer pinkify pipe-clay pistol-whip placate place-kick \
plagiarise plagiarize plasticise plasticize plastinate platinize platitudinize playact plea-bargain \
pleach plead plicate pluralise pluralize poach podcast poetise poetize polarise polarize polemicise \
polemicize polemise polemize politicise politicize politick pollenate pollinate pollute polychromise \
polychromize polymerise polymerize ponder pooh-pooh popularise popularize populate porcelainize \
portend portray possess postdate postpone postpose potentiate pour powderise powderize power-dive \
powerwash practise pray preach preachify prearrange preassemble precede precess preclude preconceive \
precook predate predecease predestine predetermine predict predigest predispose preen preexist \
prefabricate prefer prefigure preform preheat prehend preisolate prejudge premeditate preoccupy \
preordain prepare prepay preponderate prepose prepossess prerecord prescribe preside pressure-cook \
pressure-wash pressurise pressurize presume presuppose pretermit prettify prevail prevaricate \
prevent previse primp prink prioritise prioritize prise privatise privatize proceed proclaim \
procrastinate procreate procure profess professionalise professionalize prognosticate prohibit \
proliferate prologise prologize prologuize prolong promote promulgate pronate pronk pronounce \
proofread propagandise propagandize propagate propel prophesy propitiate propose propound prorate \
prorogue proscribe prosecute proselytise proselytize prosper protect protract protrude protuberate \
prove provide provoke psychoanalyse psychoanalyze ptyalise ptyalize pub-crawl publicise publicize \
publish pule pullulate pulsate pulverise pulverize pummel punctuate punish pupate purify purloin \
purpurate pursue purvey pussyfoot put putrefy qualify quantify quantise quantize quash quell quench \
quetch quick-freeze quicken quiesce quieten quit radicalize radiolocate ramify randomise randomize \
rankle ransack rarefy rarify rase rasterize ratify ratiocinate rationalise rationalize ravish raze \
re-address re-afforest re-argue re-arm re-assume re-create re-emerge re-emphasise re-emphasize \
re-enter re-equip re-examine re-explain re-explore re-incorporate re-introduce re-start reabsorb \
react reactivate read readapt readjust readmit reaffirm realign realine realise realize reallocate \
reallot reanimate reap reappear reapportion reappraise rear-end rearm rearrange reassail reassemble \
reassert reassess reassign reassure reattribute reave reawaken rebind reboot rebuild rebury rebut \
recalcitrate recalculate recant recapitulate recast recede receive recharge recidivate reciprocate \
recite reckon reclaim reclassify recline recode recognise recognize recollect recombine recommence \
recommend recommit reconcile recondition reconfirm reconnoiter reconnoitre reconquer reconsecrate \
reconsider reconstitute reconstruct reconvene reconvert reconvict recopy recoup recover recreate \
recriminate recrudesce rectify recumb recuperate recur recurve recuse recycle red-eye red-ink redden \
rede redecorate rededicate redeem redefine redeploy redeposit redesign redetermine redevelop \
redirect rediscover redispose redistribute redline redo redouble redound reduce reduplicate reecho \
reelect reenact reenforce reestablish reevaluate reexamine reface refashion refer refinance refine \
refinish reflate reflect reflectorise reflectorize refloat refocus reforest reforge reformulate \
refract refracture refresh refreshen refrigerate refuel refurbish refurnish refute regain regale \
regift regorge regroup regrow regularise regularize regulate regurgitate rehabilitate reharmonise \
reharmonize rehear rehearse reheat reheel rehouse reify reignite reimburse reimpose reinforce \
reinstall reinstate reinsure reintegrate reinterpret reintroduce reinvent reinvigorate reiterate \
rejig rejoice rejoin rejuvenate rekindle relace relate relativise relativize relax relearn relegate \
relent relieve reline relinquish relive reload relocate rely relyric remain remarry remediate \
remember remilitarise remilitarize remind reminisce remodel remold remonstrate remould remunerate \
rename rend render-set renegociate renegotiate renew renormalise renormalize renounce renovate \
reopen reorganise reorganize reorient reorientate repaint repay repel repent repercuss rephrase \
repine replace replant replenish replicate repoint reposit repossess repot reprehend represent \
repress reprise reprize reprocess reproduce reprove republish repudiate repugn require requite \
reread rescale reschedule rescind reseal reseat resect reseed resell resemble resent resettle resew \
reshape reship reshoot reside resift resign resile resinate resist resize resmudge resole resonate \
resorb resound respire resplend respond restart restate restitute restock restore restrain \
restrengthen restrict restructure resublime resubmit resurface resurge resurrect resuscitate \
resuspend ret retain retaliate retell retick retie retire retool retouch retrace retract retrain \
retranslate retransmit retrench retrieve retrogress retrovert retry reunify reunite reuse revalue \
revamp reveal reverberate revert revet revile revisit revitalise revitalize revive revivify \
revolutionise revolutionize revolve rewind rewire reword rework rhapsodise rhapsodize rid rigidify \
rile ripen ritualise ritualize rive roam rob roil roister roleplay rollick romanise romanize \
romanticise romanticize rootle rotate rough-dry rough-hew rough-house rough-sand roughen roughhouse \
rouse rove rubberise rubberize rubberstamp rubify rubricate ruckle ruggedise ruggedize ruminate \
rumple rusticate saccharify sadden salinate salivate saltate sanctify sanitate sanitise sanitize \
saponify sate satirise satirize satisfice satisfise satisfy saturate say scandalise scandalize \
scarify scarper scavenge scend schematise schematize schnorr schuss scintillate scissor scoot scram \
scranch scraunch screak scrimp scrimshank scrounge scrutinise scrutinize scry sculpt secede secern \
secernate seclude second-guess secrete sectionalise sectionalize secularise secularize seduce see \
seek seel seem seep seethe seize self-destroy self-destruct semi-automatise semi-automatize send \
senesce sensibilise sensibilize sensify sensitise sensitize sensualise sensualize sentimentalise \
sentimentalize sentimentise sentimentize sequester sequestrate serialise serialize sermonise \
sermonize serve sever severalise severalize sew sexualise sexualize shadowbox shamanise shamanize \
sharpen sharpshoot shatter she-bop sheathe shellack shelve shew shirk shirr shmoose shnorr shoo \
shoplift short-change short-circuit shorten shrinkwrap shrive shrivel shun shush sibilate sicken \
side-slip sidle sift sight-read sight-sing sightread sightsee sightsing signalise signalize signify \
silver-plate silverplate simonise simonize simplify simulate sing singularise singularize sinter \
siss sit situate sizz skimcoat skimp skip-bomb skitter skive skreak skreigh skulk skydive skyjack \
slabber slacken slake slam-dunk slather slay sleepwalk slenderise slenderize slink slither slog \
slosh slue slurp smatter smite smoothen smuggle smutch snarf snog socialise socialize sodomise \
sodomize soft-pedal soft-soap soft-solder soften solarise solarize solemnise solemnize solicit \
solidify soliloquise soliloquize solmizate solve somnambulate soothe sorcerise sorcerize sough \
sovietise sovietize spacewalk spang spay speak specialise specialize speciate specify spectate \
speculate speech-read speechify spellbind spelunk spend spew sphacelate spin-dry spiritise spiritize \
spiritualise spiritualize splosh spondaise spondaize spoonfeed sporulate spot-check spotweld \
spray-dry spreadeagle spring-clean spue spurn squander stabilise stabilize stagnate stalinise \
stalinize stanch standardise standardize stargaze starve steam-heat steamroll steepen sterilise \
sterilize stet stickle stiffen stigmatise stigmatize still-fish still-hunt stimulate stipple \
stipulate stoke stone-wash stonewall stonewash stow straighten straiten strangle strangulate \
stratify streamline street-walk streetwalk strengthen strew stridulate strip-search strive stultify \
stun stupefy stylise stylize subdivide subdue subedit subjoin subjugate subluxate submerge submerse \
submit suborn subrogate subscribe subserve subside subsidise subsidize subsist substantiate subsume \
subtend subtilise subtilize subtract suburbanise suburbanize subvent subvert subvocalise subvocalize \
succeed succumb succuss suckle sudate suffer suffice suffocate suffuse sugarcoat suggest sulfurette \
sulphurette summarise summarize summate summerise summerize summon sunbathe sunder superannuate \
supercharge superfetate superimpose superinfect superintend superpose superscribe supersede \
supervene supervise supinate supplant supplicate suppose suppress suppurate surface-mine surmount \
surpass surveil survive suspend suspire sustain susurrate swaddle swear sweet-talk sweeten swelter \
swinge switch-hit swosh syllabicate syllabify syllabise syllabize syllogise syllogize symbolise \
symbolize symmetrise symmetrize sympathise sympathize symphonise symphonize sync synchronise \
synchronize syncopate syncretise syncretize synthesise synthesize systematise systematize systemise \
systemize tabularise tabularize tabulate tailor-make take tantalise tantalize tapdance \
tar-and-feather tauten teem teethe telecommunicate telefax telepathise telepathize teleport televise \
tell temporise temporize tempt tend tenderise tenderize tergiversate terminate terrasse terrify \
territorialise territorialize terrorise terrorize tessellate testify thank theologise theologize \
theorise theorize thicken thieve think thoriate threaten thresh thrive thrombose thurify tie-dye \
tighten tinct tink tintinnabulate tippytoe titillate titivate titrate tittivate tittup toddle tog \
toilet-train tolerate tongue-tie topdress topicalize topple totalise totalize totter touch-type \
toughen tousle traduce traipse tranquilize tranquillise tranquillize transact transaminate transcend \
transcribe transduce transect transfigure transfix transform transfuse transgress transistorise \
transistorize transitivise transitivize translate transliterate translocate transmigrate transmit \
transmogrify transmute transpirate transpire transship transubstantiate transude traumatise \
traumatize tribulate trifurcate triple-space triple-tongue trisect trivialise trivialize troat \
trouble-shoot troubleshoot trounce tsk tumefy tumesce tut tut-tut tweedle tweeze two-time typecast \
typeset typewrite typify tyrannise tyrannize uglify ulcerate ululate unarm unbar unbelt unbend \
unbind unblock unbolt unbosom unbox unbrace unbraid unbridle unbuckle unburden unbutton uncase \
unchain unchurch unclasp unclip uncloak unclog unclothe unclutter uncoil uncompress uncork uncouple \
uncover uncrate uncross uncurl undeceive underachieve underact underbid underdevelop underdress \
underexpose undergird undergo undergrow underlie undermine undernourish underpay underperform \
underpin underplay underprice underproduce underquote underrate underrun undersell undershoot \
undersign underspend understand understate understock undertake undervalue underwrite undo undock \
undrape unearth unfasten unfold unfreeze unfrock unfurl unhallow unhand unharness unhinge unhitch \
unhook unhorse uniformise uniformize unify unionise unionize unite unitise unitize universalise \
universalize unknot unlace unlade unlash unlax unlearn unleash unlive unload unlock unloose unloosen \
unmake unman unmask unmuzzle unnerve unpack unpick unpin unplug unravel unreel unroll unsaddle \
unsanctify unsay unscramble unscrew unseal unseat unsettle unsex unsheathe unsnarl unsolder unspell \
unstaple unstrain unstrap unstring unstuff unsubstantialise unsubstantialize untangle unteach unthaw \
untie untune untwine untwist unveil unweave unwind unwire unwrap unyoke unzip upbraid upchuck upend \
upheave uphold upholster upload upraise uprise uproot urbanise urbanize urinate urticate usurp \
utilise utilize vacate vaccinate vacillate vacuum-clean validate valuate vamoose vandalise vandalize \
vanish vanquish vaporise vaporize variegate vary vascularise vascularize vasectomise vasectomize \
vaticinate veer vegetate vellicate vend venerate venesect ventilate verbalise verbalize verbify \
verify versify vesicate vesiculate vex vibrate victimise victimize vie vilify vilipend vindicate \
vinify violate virilise virilize visualise visualize vitalise vitalize vitaminise vitaminize vitiate \
vitrify vituperate vivify vivisect vocalise vocalize vociferate volatilise volatilize vouch \
vouchsafe vowelise vowelize vulcanise vulcanize vulgarise vulgarize waive waken wamble wander warn \
water-wash waul wawl waylay weaken wean weaponize wear wedel wee-wee weep weigh weight-lift welch \
wend westernise westernize wham whap wheedle whelm whet whish whistlestop white-out whiten whomp \
whop widen wield wigwag window-dress window-shop windsurf winterise winterize withdraw wither \
withhold withstand wive wolf-whistle womanise womanize woo woolgather woosh worsen wrawl wreak \
wreathe wrest write writhe yammer yarn-dye yaup yawp yearn \
").
words(va, "\
alight approximate articulate bandy coagulate confiscate consummate correct designate diffuse dilute \
direct discriminate elongate emasculate erect hinder incorporate lacerate like live mediate nucleate \
obliterate obscure predominate radiate satiate sear secure select shut spread-eagle tarry undulate \
utter \
").
words(van, "\
abstract agglomerate alert brag bust converse correlate cross cut deviate dry duplicate elect fancy \
fell fit forfeit foster found lay lean limp manifest mean mock open polish present pretend prompt \
puff quadruple roast rust saute scrub separate shy skim sneak snub sour spare squat squint stray \
suspect swagger swish upset wed welcome \
").
words(vanr, "\
crisscross double pat zigzag \
").
words(varn, "\
close \
").
words(vn, "\
abandon about-face abuse acclaim accord ache advance advocate affect affix aid aim amble anchor \
answer approach arrest assist associate attack attempt attribute audition augur avail babble \
backstitch badger baffle balk ban barbecue baste bat bathe batter bear beat bellow bend bet bevel \
bicker bid billow bind birdie bite blast bleat blend blink blister bloom blubber blush boast bob \
bogey boil bolster boo boom boomerang boost bore bother bounce bow boycott brace brandish breach \
break breed broil bruise brush buck buckle budge buffet build bullshit bump burn burst bustle \
butcher butt buy buzz bypass cackle call camouflage can cancel canvass caper capture care careen \
caress caricature carry cascade cast catapult catch caucus cause caw cease centrifuge chafe chaff \
challenge chandelle change chant charge chase chat chatter cheat check chew chirp choke chop chortle \
chronicle chuck chuckle chug churn cite citrate claim clamber clamor clamp clang clank clap clasp \
clatter clench click climb clinch cling clink clobber clog cluck clutch coax cock coil collapse \
collect combine commute compare compress concentrate concern conduct conscript console consort \
construct convert convict cook cope cough count cover crane crash crawl creak crease creep cripple \
croak crochet crouch crow cruise crush cry cuddle cure curl curse cushion dab dance dare darn dart \
dash daydream dazzle deal decline decrease defeat degas delay delegate demand demur dent deposit \
desert design despatch devise dial dictate die dig digest dip discard disconnect discount disdain \
dishonor dishonour dislike dismount dispatch display dispute disregard dissolve distrust divide \
docket dodge don doom dovetail downgrade doze draft drag drain drape draw dress dribble drift drill \
drink drip drive droop drop drowse dub duck dump dunk dupe dwarf dye ease ebb echo eddy ejaculate \
embrace employ encounter entail envy escape escort estimate excise exhaust exhibit exile exploit \
export expose extract fade fall falter fathom favor feed feel feint ferry fetch fete fidget fight \
file fill filter finance finish fix fizzle flake flank flap flaunt flex flick flicker flinch fling \
flirt flit float flounce flounder flourish flub fluster flutter fly fold forecast forge fracture \
freeze fret frown fry fulminate fumble fume fuse fuss gabble gain gallop gamble gape garland garner \
gash gasp gather gauge gawk gaze gear geyser giggle gild glance glare glaze gleam glide glint \
glisten glitter gloat glow glower glue glut goad gobble goof gore gorge gouge grab grant grapple \
grasp graze grimace grin grind grip groan groom grope growl grumble grunt guarantee guess guide gull \
gulp gush haggle hail hamper handle hang harangue harrow harvest hatch hate haul haunt heave heed \
heft heist help herald hibachi hide highlight hijack hint hire hiss hit hitch hobble hock hog hoist \
hold holler honeymoon honor hook hoot hop hope huddle hug hum hunt hurdle hurl hurry hush hustle \
implant implement impress imprint incline increase initiate inlay insert institute insult intercept \
interlock interrupt interview invite issue itch jab jabber jam jangle jeer jerk jig jilt jimmy \
jingle jive jog joggle jostle judge jump keynote kick kill kiss kneel knit knock label lace lag lam \
lament laminate lampoon lash latch laugh launch lead leap leave leer levy lick lie lift link lob \
lock lodge look loom loop lope lounge love lower lug lunge lurch lure madrigal mail manufacture mar \
march mark marvel mash masquerade massacre massage mastermind match matriculate meander measure meet \
melt mend mention mesh mew mince misfire misquote miss mistrust misuse miter mix moan mold monitor \
moo mop mottle mould mount move mow muck muffle mull mumble murmur muse muster mutter nag nail need \
neglect nestle nip nod notch note notice nudge nurture offer offset orient outline overburden \
overdrive overestimate overflow overhaul overlap overlay overload overlook override overrun \
overshoot overstrain overthrow overturn overwork pack paddle paint pall pant pardon parlay parry \
pass pause pay peck peel peep peer pelt pepper perch permit pick pierce pillory pin pinch ping \
pinpoint pioneer piss pitch pivot plague plan plat play pledge plod plow pluck plummet plunge ply \
poise poke pommel pooch pose postulate pounce praise prance prattle precondition preempt presage \
preserve press prick print probe prod produce proffer promise protest prowl pry pucker pull pump \
punch puncture punt purchase purge purl purport push putt puzzle pyramid quail quarrel query \
quickstep quip quiver quote raid raise rake rally ram ramble rap rape rattle reach rebound rebuff \
rebuke recall recapture recess recoil recount recruit reek refill refuse regard register regret \
rehash reign reject relay release remake remand remark remit remount remove render rent reorder \
repair repeal repeat reply report reprimand repulse repute request requisition rerun rescue reserve \
reset resolve resort resume retard retch rethink retort retreat return rev revel revere reverence \
review revise rewrite ricochet riddle ride ridicule riffle rig ring rinse rip rise risk rival rivet \
roar roll romp roost rot rout rub ruffle rummage run rupture rush rustle sacrifice safeguard sag \
sail salute salvage sanction sap sashay save savor savvy saw scab scamper scan scare scatter \
schedule scoff scold scorch scour scout scowl scramble scrape scratch scrawl scream screech scribble \
scribe scud scuff scurry scuttle seal search segregate sell settle shake shamble share shave shift \
shimmy shine shiver shoot shout shove show shrink shroud shrug shudder shuffle shuttle sidestep sigh \
sign simmer singe single-foot sink sip sire sizzle skedaddle skid skip skylark slam slash slate \
slaughter slaver sleep slide slime sling slip slop slug sluice slumber slump smell smile smirk \
smolder smother snag snap snarl snatch sneer snicker sniff snigger snoop snore snort snuggle soak \
soar sob solder sorb souse sow span spear spearhead spill spin spit splash splice spoil sponge \
sponsor spout sprain sprawl sprinkle sprint sprout sputter spy squall squash squawk squeak squeal \
squeeze squelch squirm squirt stab stagger stain stake stalk stammer stamp stampede stand stare \
start startle stay steal steam steer stifle sting stink stir stomp stoop stop straddle strafe \
straggle stretch strike strop strum stud stumble stutter sub subcontract subpoena subtitle suck sue \
sulphur supply support surfeit surge surmise surprise surrender surround survey swab swallow swap \
swarm swathe sway sweep swerve swim swindle swing swipe swirl switch swivel swoon swoop tack tackle \
tag tailor talk tamper tap taper tarnish tat taunt teach tear tease teeter telescope test tether \
thaw thrash thread throb throw thrust thud thump thwart tie tilt tingle tinker tinkle titter toast \
toil torture toss touch trace trail train tramp trample transfer transplant transport transpose \
travel traverse tread treat tremble trespass trickle trot trudge trundle trust try tuck tug tumble \
tunnel turn twiddle twine twinkle twirl twist twitch underestimate underline underscore undress \
update upgrade uplift urge use usher veil venture vest visit vomit vote vow wad wade waft wag waggle \
wail wait wake walk wallop wallow wane wangle want warble warp warrant wash watch waver weatherstrip \
weave weld whack wheeze whimper whine whinny whip whirl whisk whisper whistle whiz whoop wiggle wilt \
win wince wink winnow wipe wisecrack wish witness wobble wonder work worry wrangle wrap wreck wrench \
wrestle wriggle wring yap yawn yell yelp yield zip zoom \
").
words(vna, "\
arch base blame compound coordinate crack crackle dread flash flip graduate halt hurt outlaw \
precipitate reverse set shed split spread substitute swell trim triple volunteer waste \
").
words(vnar, "\
pop \
").
words(vnr, "\
bang flop plunk slap smack smash \
").
words(vnra, "\
flush \
").
words(vr, "\
dingdong multiply please \
").
words(vran, "\
tiptoe \
").
